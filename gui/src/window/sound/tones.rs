//! The sounds as samples: a few decaying sine waves each, so that there is no file to carry and no licence to mind.

use std::f32::consts::TAU;

use super::Sound;

/// How loud all of it is; 1 is as loud as a system can.
const VOLUME: f32 = 0.22;

/// How long a tone takes to its full loudness, in seconds: one that begins at once clicks.
const ATTACK: f32 = 0.004;

/// How long a tone takes to nothing at its end, in seconds.
const RELEASE: f32 = 0.015;

/// Between two sounds in a row, in seconds.
const PAUSE: f32 = 0.05;

/// A decaying tone.
struct Tone {
    /// Its pitch.
    hertz: f32,
    /// When it begins, in seconds.
    at: f32,
    /// How long it is, in seconds.
    lasts: f32,
    /// How loud it begins, at most 1.
    loud: f32,
}

const fn tone(hertz: f32, at: f32, lasts: f32, loud: f32) -> Tone {
    Tone { hertz, at, lasts, loud }
}

/// The sounds one after the other, as samples between -1 and 1, `rate` of them a second.
pub fn render(sounds: &[Sound], rate: u32) -> Vec<f32> {
    let mut samples = Vec::new();
    for sound in sounds {
        if !samples.is_empty() {
            samples.resize(samples.len() + count(PAUSE, rate), 0.0);
        }
        let begin = samples.len();
        for tone in tones(*sound) {
            add(&mut samples, begin + count(tone.at, rate), tone, rate);
        }
    }
    samples
}

fn tones(sound: Sound) -> &'static [Tone] {
    const YOUR_TURN: &[Tone] = &[tone(659.3, 0.0, 0.16, 0.8), tone(880.0, 0.11, 0.26, 0.8)];
    // Low, short, with a bright edge: something hard is put on wood.
    const TILE_LAID: &[Tone] = &[tone(392.0, 0.0, 0.07, 0.7), tone(1318.5, 0.0, 0.03, 0.2)];
    const LANTERN_LIT: &[Tone] = &[tone(1174.7, 0.0, 0.34, 0.5), tone(1760.0, 0.03, 0.24, 0.2)];
    const DOUBLE_WAITING: &[Tone] = &[tone(523.3, 0.0, 0.12, 0.8), tone(523.3, 0.14, 0.16, 0.8)];
    const ROUND_END: &[Tone] = &[
        tone(523.3, 0.0, 0.2, 0.6),
        tone(659.3, 0.11, 0.2, 0.6),
        tone(784.0, 0.22, 0.2, 0.6),
        tone(1046.5, 0.33, 0.36, 0.6),
    ];
    match sound {
        Sound::YourTurn => YOUR_TURN,
        Sound::TileLaid => TILE_LAID,
        Sound::LanternLit => LANTERN_LIT,
        Sound::DoubleWaiting => DOUBLE_WAITING,
        Sound::RoundEnd => ROUND_END,
    }
}

fn add(samples: &mut Vec<f32>, begin: usize, tone: &Tone, rate: u32) {
    let length = count(tone.lasts, rate);
    samples.resize(samples.len().max(begin + length), 0.0);
    for (number, sample) in samples.iter_mut().skip(begin).take(length).enumerate() {
        let at = number as f32 / rate as f32;
        let fade = (at / ATTACK).min((tone.lasts - at) / RELEASE).clamp(0.0, 1.0);
        let decay = (-4.0 * at / tone.lasts).exp();
        *sample += VOLUME * tone.loud * fade * decay * (TAU * tone.hertz * at).sin();
    }
}

fn count(seconds: f32, rate: u32) -> usize {
    (seconds * rate as f32) as usize
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn every_sound_is_short_soft_and_another() {
        let rate = 48_000;
        let mut all: Vec<Vec<f32>> = Vec::new();
        for sound in Sound::ALL {
            let samples = render(&[sound], rate);
            assert!((1_000..rate as usize * 3 / 4).contains(&samples.len()), "{sound:?}: {}", samples.len());
            let loudest = samples.iter().fold(0.0_f32, |most, sample| most.max(sample.abs()));
            assert!((0.05..0.35).contains(&loudest), "{sound:?}: {loudest}");
            // Neither end clicks.
            assert!(samples[0].abs() < 0.01 && samples[samples.len() - 1].abs() < 0.01, "{sound:?}");
            assert!(!all.contains(&samples), "{sound:?}");
            all.push(samples);
        }
    }

    #[test]
    fn sounds_in_a_row_do_not_overlap() {
        let [one, other] = [Sound::TileLaid, Sound::YourTurn].map(|sound| render(&[sound], 8_000));
        let both = render(&[Sound::TileLaid, Sound::YourTurn], 8_000);
        assert_eq!(both[..one.len()], one[..]);
        assert_eq!(both[both.len() - other.len()..], other[..]);
        assert!(both[one.len()..both.len() - other.len()].iter().all(|sample| *sample == 0.0));
        assert_eq!(both.len() - one.len() - other.len(), 400);
        assert_eq!(render(&[], 8_000), [0.0; 0]);
    }
}
