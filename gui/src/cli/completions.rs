//! `mextrain completions` and `mextrain man`: made from the same definition as the help.

use clap::CommandFactory;

use super::{
    Exit, Outcome,
    arguments::{Arguments, Completions},
    console::Console,
};

/// Prints the completion script for a shell.
pub fn completions(options: &Completions, console: &Console) -> Outcome {
    let mut script = Vec::new();
    clap_complete::generate(options.shell, &mut Arguments::command(), "mextrain", &mut script);
    console.text(&String::from_utf8_lossy(&script))?;
    Ok(Exit::Success)
}

/// Prints the manual page: the program's, then a section for every command.
pub fn manual(console: &Console) -> Outcome {
    let mut command = Arguments::command();
    command.build();
    let mut page = Vec::new();
    let whole = clap_mangen::Man::new(command.clone());
    whole.render_title(&mut page)?;
    whole.render_name_section(&mut page)?;
    whole.render_synopsis_section(&mut page)?;
    whole.render_description_section(&mut page)?;
    whole.render_options_section(&mut page)?;
    for sub in command.get_subcommands() {
        let section = clap_mangen::Man::new(sub.clone());
        let name = sub.get_name().to_uppercase();
        page.extend_from_slice(format!(".SH \"MEXTRAIN {name}\"\n").as_bytes());
        let mut body = Vec::new();
        section.render_synopsis_section(&mut body)?;
        section.render_description_section(&mut body)?;
        section.render_options_section(&mut body)?;
        section.render_extra_section(&mut body)?;
        // Sections of a command become subsections of the page.
        page.extend_from_slice(String::from_utf8_lossy(&body).replace("\n.SH ", "\n.SS ").as_bytes());
    }
    whole.render_extra_section(&mut page)?;
    console.text(&String::from_utf8_lossy(&page))?;
    Ok(Exit::Success)
}
