//! A sheet as comma-separated values, for spreadsheets.

use ::csv::WriterBuilder;
use mextrain_core::Ending;

use super::Sheet;
use crate::wording::scores as words;

/// A row a round, with its starting double and how it ended; then the totals and the places.
pub fn csv(sheet: &Sheet) -> String {
    let mut writer = WriterBuilder::new().from_writer(Vec::new());
    let board = sheet.keeper().board();
    let names: Vec<String> = sheet.names().iter().map(|name| plain(name.as_str())).collect();
    let mut rows = vec![row(words::CSV_HEAD.map(str::to_owned), names.iter().cloned())];
    for ((tally, scores), number) in sheet.keeper().tallies().iter().zip(board.rounds()).zip(0_u8..) {
        let engine = sheet.keeper().rules().engine_of(number);
        let ended = match tally.ending {
            Ending::Out(seat) => names.get(seat.index()).cloned().unwrap_or_default(),
            Ending::Blocked => words::CSV_BLOCKED.to_owned(),
        };
        let engine = engine.map(|pip| format!("{pip}-{pip}")).unwrap_or_default();
        let head = [(number + 1).to_string(), engine, ended];
        rows.push(row(head, scores.iter().map(u16::to_string)));
    }
    let last = |what: &str| [what.to_owned(), String::new(), String::new()];
    rows.push(row(last(words::TOTAL), board.totals().iter().map(u32::to_string)));
    rows.push(row(last(words::PLACE), board.ranks().iter().map(u8::to_string)));
    // Into memory nothing fails to be written.
    let written = rows.iter().try_for_each(|row| writer.write_record(row));
    let bytes = written.ok().and_then(|()| writer.into_inner().ok()).unwrap_or_default();
    String::from_utf8(bytes).unwrap_or_default()
}

fn row(head: [String; 3], cells: impl Iterator<Item = String>) -> Vec<String> {
    head.into_iter().chain(cells).collect()
}

/// A name that no spreadsheet takes for something to work out.
fn plain(name: &str) -> String {
    if name.starts_with(['=', '+', '-', '@']) { format!("'{name}") } else { name.to_owned() }
}

#[cfg(test)]
mod tests {
    use mextrain_core::Rules;

    use super::*;
    use crate::scores::{
        Told,
        tests::{example, sheet},
    };

    #[test]
    fn a_row_a_round() {
        let expected = "round,starting double,went out,Ada,Bo,Cy,Dee
1,12-12,Bo,31,0,14,22
2,11-11,Ada,0,18,9,27
total,,,31,18,23,49
place,,,3,1,2,4
";
        assert_eq!(csv(&example()), expected);
    }

    #[test]
    fn names_do_no_harm() {
        let mut sheet = sheet(&["=1+1", "Ada, \"the\" first"], &Rules::default());
        let blocked = sheet.tally([("=", "1"), ("a", "2")], Some(Told::Blocked)).unwrap();
        sheet.record(blocked).unwrap();
        let text = csv(&sheet);
        assert!(
            text.starts_with("round,starting double,went out,'=1+1,\"Ada, \"\"the\"\" first\"\n"),
            "{text}"
        );
        assert!(text.contains("\n1,12-12,(blocked),1,2\n"), "{text}");
        let mut reader = ::csv::Reader::from_reader(text.as_bytes());
        assert_eq!(reader.headers().unwrap().get(4), Some("Ada, \"the\" first"));
        assert_eq!(reader.records().count(), 3);
    }
}
