//! `mextrain watch`: a match in words while it is played, without a seat at it.

use std::time::Duration;

use mextrain_net::{
    identity::Identity,
    node::{NodeConfig, Port},
    session::{Ended, SessionEvent},
    watch::{self, Keep, WatchConfig, WatchNews},
};
use tokio::{sync::mpsc, time::Instant};

use super::{
    Exit, Failure, Outcome,
    arguments::{Global, Watch},
    console::{Console, harmless},
    interrupt::Interrupt,
    profile::Profile,
    seat::{Input, Typed, discovery, until},
    show_log,
};
use crate::wording::{self, typed};

/// For how long a table is looked for, and nobody at it may answer, where nothing else was asked for.
const PATIENCE: Duration = Duration::from_secs(60);

/// How long the network may take to end.
const GOODBYE: Duration = Duration::from_secs(1);

/// Watches until the match is over.
pub fn run(options: &Watch, global: &Global, console: &Console) -> Outcome {
    let keep = match &options.save {
        Some(file) => {
            let shown = || harmless(&file.display().to_string());
            let free = watch::is_free_for_a_log(file)
                .map_err(|error| Failure::usage(format!("{}: {error}", shown())))?;
            if !free {
                return Err(Failure::usage(wording::watch::not_replaced(&shown())));
            }
            Keep::As(file.clone())
        }
        None => Keep::In(Profile::of(global)?.folder().join("logs")),
    };
    // Nobody needs to know who is watching.
    let identity = Identity::random().map_err(|error| Failure::unexpected(error.to_string()))?;
    let mut node = discovery(&options.discovery, NodeConfig::new(identity.keypair().clone()));
    // Port 47110 is for tables.
    node.port = Port::Any;
    let config = WatchConfig { node, keep, patience: options.timeout.unwrap_or(PATIENCE).min(PATIENCE) };
    let runtime = super::runtime()?;
    let outcome = runtime.block_on(async {
        let interrupt = Interrupt::listen(false)?;
        let news = watch::watch(config, options.location.clone());
        let news = news.map_err(|error| Failure::unexpected(error.to_string()))?;
        stay(news, interrupt, options.timeout, console).await
    });
    runtime.shutdown_timeout(GOODBYE);
    outcome
}

async fn stay(
    mut news: mpsc::Receiver<WatchNews>,
    mut interrupt: Interrupt,
    timeout: Option<Duration>,
    console: &Console,
) -> Outcome {
    let deadline = timeout.map(|timeout| Instant::now() + timeout);
    let (mut found, mut input) = (false, Input::stdin());
    loop {
        tokio::select! {
            one = news.recv() => match one {
                Some(WatchNews::Event(SessionEvent::Ended { reason })) => {
                    tell(&WatchNews::Event(SessionEvent::Ended { reason: reason.clone() }), console)?;
                    return conclude(reason, found);
                }
                Some(one) => {
                    found |= matches!(one, WatchNews::Table(_));
                    tell(&one, console)?;
                }
                None => return Err(Failure::unexpected("the network has stopped")),
            },
            typed = input.next() => match typed {
                Typed::Line(line) => match typed::in_english(&line.to_lowercase()).as_str() {
                    "" => {}
                    "quit" | "leave" => return Ok(Exit::Success),
                    _ => console.note(wording::watch::help()),
                },
                // Whoever watches owes nothing.
                Typed::End => input = Input::none(),
            },
            () = interrupt.wait() => return Err(Failure::new(Exit::Interrupted, "interrupted")),
            () = until(deadline) => return Err(if found {
                Failure::new(Exit::TimedOut, wording::session::match_too_long())
            } else {
                Failure::new(Exit::NotFound, wording::watch::not_found())
            }),
        }
    }
}

/// As JSON everything that a seat's events have; in words what `show-log` says.
fn tell(news: &WatchNews, console: &Console) -> std::io::Result<()> {
    match news {
        WatchNews::Table(_) => Ok(()),
        WatchNews::Standing(standing) => {
            wording::watch::standing(*standing).into_iter().for_each(|sentence| console.note(sentence));
            Ok(())
        }
        WatchNews::Happened { events, .. } if console.json() => {
            events.iter().try_for_each(|event| console.line(event.to_json()))
        }
        WatchNews::Happened { happening, names, .. } => show_log::show(names, happening, console),
        WatchNews::Event(event) if console.json() => console.line(event.to_json()),
        // Whose turn it is follows from the words; what is no part of the game goes where it does not get in between.
        WatchNews::Event(SessionEvent::Turn { .. }) => Ok(()),
        WatchNews::Event(event) => {
            let sentence = wording::seat::event(event, &[]);
            sentence.into_iter().for_each(|sentence| console.note(harmless(&sentence)));
            Ok(())
        }
    }
}

/// How the program ends when the watching has.
fn conclude(reason: Ended, found: bool) -> Outcome {
    let exit = match &reason {
        Ended::Finished => return Ok(Exit::Success),
        Ended::Stopped | Ended::Left | Ended::HostLeft => Exit::Stopped,
        Ended::NotFound | Ended::Unreachable { .. } | Ended::Refused { .. } => Exit::NotFound,
        Ended::Failed { .. } => Exit::Failure,
    };
    Err(Failure::new(exit, wording::watch::ended(&reason, found)))
}

#[cfg(test)]
mod tests {
    use mextrain_net::session::Failed;

    use super::*;

    #[test]
    fn every_end_has_its_exit() {
        let exit = |reason, found| conclude(reason, found).unwrap_or_else(|failure| failure.exit());
        let unreachable = || Ended::Unreachable { why: mextrain_net::session::Unreachable::Silent };
        assert_eq!(exit(Ended::Finished, true), Exit::Success);
        assert_eq!(exit(Ended::Stopped, true), Exit::Stopped);
        assert_eq!(exit(Ended::NotFound, false), Exit::NotFound);
        assert_eq!(exit(unreachable(), false), Exit::NotFound);
        assert_eq!(exit(unreachable(), true), Exit::NotFound);
        assert_eq!(exit(Ended::Failed { why: Failed::NoNetwork }, true), Exit::Failure);
    }
}
