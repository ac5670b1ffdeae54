//! What a frame of a full board costs the processor: eight trains with nearly every tile of the set on them, the pass over
//! the widgets and the tessellation of what they paint. Drawing the triangles is the renderer's affair, and not counted.

use std::{hint::black_box, sync::Arc};

use criterion::{Criterion, criterion_group, criterion_main};
use eframe::egui::{Context, RawInput, Rect, Vec2, pos2, vec2};
use mextrain::window::{Model, screens::play, settings::Settings, tokens};
use mextrain_core::{OpenRound, Pip, Rules, Scoreboard, Seat, SeatSet, Seats, Setup, Table, Tile, TrainId};
use mextrain_net::{
    charter::{Charter, Member, Proofs},
    ledger::{Counts, Stage},
    name::Name,
    session::{Game, Snapshot},
    table::{Have, Owing},
};

/// A round with every train as long as it becomes when each takes a tile in turn, and the rest of the set in hands.
fn full_board() -> Option<OpenRound> {
    let rules = Rules::default();
    let engine = rules.engine_of(0)?;
    let mut left: Vec<Tile> =
        rules.set().tiles().iter().filter(|tile| *tile != Tile::double(engine)).collect();
    let mut trains = vec![(Vec::new(), engine); 9];
    let mut grown = true;
    while grown {
        grown = false;
        for (train, open) in &mut trains {
            let fits = |tile: &Tile| tile.has(*open);
            // One tile must be left for every hand.
            if left.len() <= 8 {
                break;
            }
            let Some(at) = left.iter().position(fits) else { continue };
            let tile = left.remove(at);
            *open = tile.other(*open).unwrap_or(Pip::BLANK);
            train.push(tile);
            grown = true;
        }
    }
    let (mexican, _) = trains.pop()?;
    let mut hands = vec![Vec::new(); 8];
    for (place, tile) in left.into_iter().enumerate() {
        hands.get_mut(place % 8)?.push(tile);
    }
    let table = Table {
        turn: Seat::FIRST,
        trains: trains.into_iter().map(|(tiles, _)| tiles).collect(),
        mexican,
        lanterns: Seats::MAX.iter().skip(1).step_by(2).collect(),
        waiting: Vec::new(),
        opened: None,
    };
    Setup { rules, seats: Seats::MAX, engine, hands, boneyard: Vec::new(), starter: None, table: Some(table) }
        .build()
        .ok()
}

fn game(open: &OpenRound) -> Game {
    let rules = *open.round().rules();
    let member = |index: u8| Member {
        name: Name::clean(&format!("Player {index}")),
        key: [index + 1; 32],
        commitment: [index + 101; 32],
    };
    Game {
        charter: Arc::new(Charter {
            table: [3; 16],
            rules,
            proofs: Proofs::EveryTurn,
            absence: Default::default(),
            roster: (0..8).map(member).collect(),
        }),
        charter_id: [1; 32],
        member: 0,
        seat: Some(Seat::FIRST),
        seating: (0..8).collect(),
        words: None,
        stage: Stage::Turn { seat: Seat::FIRST },
        have: Have::default(),
        missing: SeatSet::EMPTY,
        gone: mextrain_core::SeatSet::EMPTY,
        away: SeatSet::EMPTY,
        unlocked: None,
        dispensable: SeatSet::EMPTY,
        ballots: Vec::new(),
        round: Some(open.round().clone()),
        past: Default::default(),
        hand: open.hand(Seat::FIRST),
        drawn: None,
        hears_first: false,
        owing: Owing::Move,
        scoreboard: Scoreboard::new(&rules, Seats::MAX),
        counts: Counts::default(),
        fault: None,
        log: std::path::PathBuf::new(),
    }
}

fn frames(c: &mut Criterion) {
    let Some(open) = full_board() else { return };
    let trains = Seats::MAX.trains().map(|train: TrainId| open.round().trains().len(train)).sum::<usize>();
    let snapshot = Snapshot { game: Some(Arc::new(game(&open))), ..Snapshot::default() };
    let settings = Settings::default();
    for (name, size) in [("wide", vec2(1280.0, 800.0)), ("narrow", vec2(390.0, 844.0))] {
        let ctx = Context::default();
        tokens::apply(&ctx);
        let mut state = play::State::default();
        let model = Model {
            snapshot: &snapshot,
            history: &[],
            settings: &settings,
            pressed: &[],
            dialog: false,
            practice: true,
        };
        c.bench_function(&format!("frame of {trains} tiles, {name}"), |b| {
            b.iter(|| black_box(frame(&ctx, size, &model, &mut state)));
        });
    }
}

/// One frame; gives the number of triangles.
fn frame(ctx: &Context, size: Vec2, model: &Model<'_>, state: &mut play::State) -> usize {
    let input =
        RawInput { screen_rect: Some(Rect::from_min_size(pos2(0.0, 0.0), size)), ..RawInput::default() };
    let output = ctx.run_ui(input, |ui| drop(play::show(ui, model, state)));
    let shapes = ctx.tessellate(output.shapes, output.pixels_per_point);
    let triangles = |shape: &eframe::egui::ClippedPrimitive| match &shape.primitive {
        eframe::egui::epaint::Primitive::Mesh(mesh) => mesh.indices.len() / 3,
        eframe::egui::epaint::Primitive::Callback(_) => 0,
    };
    shapes.iter().map(triangles).sum()
}

criterion_group!(benches, frames);
criterion_main!(benches);
