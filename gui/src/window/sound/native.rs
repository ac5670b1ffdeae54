//! Sounds on Windows and macOS, by what the system itself has. Everything is closed again when a sound has been heard.

use std::{
    sync::mpsc::{RecvTimeoutError, Sender, channel},
    time::Duration,
};

use cpal::{
    Device, FromSample, SampleFormat, SizedSample, StreamConfig,
    traits::{DeviceTrait, HostTrait, StreamTrait},
};

use super::{Output, Sound, tones};

/// How long a device may take for what lasts less than two seconds.
const PATIENCE: Duration = Duration::from_secs(5);

/// The system's usual device.
pub struct Native;

impl Output for Native {
    fn look(&mut self) -> Result<(), String> {
        device().map(drop)
    }

    fn play(&mut self, sounds: &[Sound]) -> Result<(), String> {
        let device = device()?;
        let config = device.default_output_config().map_err(text)?;
        let (format, config): (SampleFormat, StreamConfig) = (config.sample_format(), config.into());
        let samples = tones::render(sounds, config.sample_rate);
        match format {
            SampleFormat::F32 => play::<f32>(&device, config, samples),
            SampleFormat::I16 => play::<i16>(&device, config, samples),
            SampleFormat::I32 => play::<i32>(&device, config, samples),
            SampleFormat::U16 => play::<u16>(&device, config, samples),
            other => Err(format!("the device wants samples of the kind {other}")),
        }
    }
}

fn device() -> Result<Device, String> {
    cpal::default_host().default_output_device().ok_or_else(|| "the system has no sound device".to_owned())
}

fn play<T>(device: &Device, config: StreamConfig, samples: Vec<f32>) -> Result<(), String>
where
    T: SizedSample + FromSample<f32>,
{
    let channels = usize::from(config.channels).max(1);
    let (done, ended) = channel();
    let failed: Sender<Result<(), String>> = done.clone();
    let mut rest = samples.into_iter();
    // The device is to have played what it was given before it is closed: so much silence follows.
    let mut silence = config.sample_rate / 5;
    let fill = move |data: &mut [T], _: &cpal::OutputCallbackInfo| {
        for frame in data.chunks_mut(channels) {
            let next = rest.next();
            if next.is_none() {
                silence = silence.saturating_sub(1);
            }
            frame.fill(T::from_sample(next.unwrap_or(0.0)));
        }
        if silence == 0 {
            // Said again until the stream is closed, when nobody listens any more.
            let _ = done.send(Ok(()));
        }
    };
    let fail = move |error: cpal::Error| {
        let _ = failed.send(Err(text(error)));
    };
    let stream = device.build_output_stream(config, fill, fail, Some(PATIENCE)).map_err(text)?;
    stream.play().map_err(text)?;
    match ended.recv_timeout(PATIENCE) {
        Ok(outcome) => outcome,
        Err(RecvTimeoutError::Timeout) => Err("the sound device does not play".to_owned()),
        Err(RecvTimeoutError::Disconnected) => Err("the sound device is gone".to_owned()),
    }
}

fn text(error: cpal::Error) -> String {
    error.to_string()
}
