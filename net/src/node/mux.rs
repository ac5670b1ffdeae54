//! Many streams over one TCP connection (yamux), with room for no more bytes than can be afforded.
//!
//! libp2p's own wrapper leaves a connection a gigabyte of unread bytes and 256 streams that nobody has looked at. This one does the
//! same with the figures of [`super::limits`]. What a stream or a frame is, is yamux' affair.

use std::collections::VecDeque;
use std::future::{Ready, ready};
use std::io;
use std::iter;
use std::pin::Pin;
use std::task::{Context, Poll, Waker};

use futures::{AsyncRead, AsyncWrite};
use libp2p::core::muxing::{StreamMuxer, StreamMuxerEvent};
use libp2p::core::upgrade::{InboundConnectionUpgrade, OutboundConnectionUpgrade, UpgradeInfo};

use super::limits::{CONNECTION_WINDOW, STREAMS, STREAMS_WAITING};

/// Makes a connection one of many streams.
#[derive(Clone, Copy, Debug, Default)]
pub struct Mux;

/// A connection of many streams.
pub struct Muxed<C> {
    connection: yamux::Connection<C>,
    /// Streams of the other side that nobody has looked at.
    waiting: VecDeque<yamux::Stream>,
    /// Whoever waits for one.
    waker: Option<Waker>,
}

/// Why a connection ended.
#[derive(Debug, thiserror::Error)]
#[error(transparent)]
pub struct MuxError(#[from] yamux::ConnectionError);

impl Mux {
    fn over<C: AsyncRead + AsyncWrite + Unpin>(connection: C, mode: yamux::Mode) -> Muxed<C> {
        let mut config = yamux::Config::default();
        // In this order, since each checks that the window is enough for all streams.
        config.set_max_num_streams(STREAMS).set_max_connection_receive_window(Some(CONNECTION_WINDOW));
        Muxed {
            connection: yamux::Connection::new(connection, config, mode),
            waiting: VecDeque::new(),
            waker: None,
        }
    }
}

impl<C: AsyncRead + AsyncWrite + Unpin> Muxed<C> {
    fn poll_next(&mut self, cx: &mut Context<'_>) -> Poll<Result<yamux::Stream, MuxError>> {
        self.connection
            .poll_next_inbound(cx)
            .map(|next| Ok(next.unwrap_or(Err(yamux::ConnectionError::Closed))?))
    }
}

impl<C: AsyncRead + AsyncWrite + Unpin> StreamMuxer for Muxed<C> {
    type Substream = yamux::Stream;
    type Error = MuxError;

    fn poll_inbound(mut self: Pin<&mut Self>, cx: &mut Context<'_>) -> Poll<Result<yamux::Stream, MuxError>> {
        if let Some(stream) = self.waiting.pop_front() {
            return Poll::Ready(Ok(stream));
        }
        let next = self.poll_next(cx);
        if next.is_pending() {
            self.waker = Some(cx.waker().clone());
        }
        next
    }

    fn poll_outbound(
        mut self: Pin<&mut Self>,
        cx: &mut Context<'_>,
    ) -> Poll<Result<yamux::Stream, MuxError>> {
        self.connection.poll_new_outbound(cx).map_err(MuxError)
    }

    fn poll_close(mut self: Pin<&mut Self>, cx: &mut Context<'_>) -> Poll<Result<(), MuxError>> {
        self.connection.poll_close(cx).map_err(MuxError)
    }

    fn poll(mut self: Pin<&mut Self>, cx: &mut Context<'_>) -> Poll<Result<StreamMuxerEvent, MuxError>> {
        match self.poll_next(cx) {
            Poll::Pending => return Poll::Pending,
            Poll::Ready(Err(error)) => return Poll::Ready(Err(error)),
            // Beyond the limit the stream is dropped, which resets it.
            Poll::Ready(Ok(stream)) => {
                if self.waiting.len() < STREAMS_WAITING {
                    self.waiting.push_back(stream);
                    self.waker.take().into_iter().for_each(Waker::wake);
                }
            }
        }
        // There may be more, but others shall have their turn.
        cx.waker().wake_by_ref();
        Poll::Pending
    }
}

impl UpgradeInfo for Mux {
    type Info = &'static str;
    type InfoIter = iter::Once<&'static str>;

    fn protocol_info(&self) -> Self::InfoIter {
        iter::once("/yamux/1.0.0")
    }
}

impl<C: AsyncRead + AsyncWrite + Unpin> InboundConnectionUpgrade<C> for Mux {
    type Output = Muxed<C>;
    type Error = io::Error;
    type Future = Ready<io::Result<Muxed<C>>>;

    fn upgrade_inbound(self, connection: C, _: &'static str) -> Self::Future {
        ready(Ok(Mux::over(connection, yamux::Mode::Server)))
    }
}

impl<C: AsyncRead + AsyncWrite + Unpin> OutboundConnectionUpgrade<C> for Mux {
    type Output = Muxed<C>;
    type Error = io::Error;
    type Future = Ready<io::Result<Muxed<C>>>;

    fn upgrade_outbound(self, connection: C, _: &'static str) -> Self::Future {
        ready(Ok(Mux::over(connection, yamux::Mode::Client)))
    }
}
