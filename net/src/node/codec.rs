//! Requests and responses on a stream: four bytes of length, little-endian, then the encoded value.
//!
//! Two protocols run over it. `/mextrain/1` is everything peers of one version say to each other. `/mextrain/tables` is one question,
//! which tables there are, in a form that all versions understand.

use std::io;

use futures::{AsyncRead, AsyncReadExt, AsyncWrite, AsyncWriteExt};
use libp2p::StreamProtocol;
use libp2p::request_response;
use serde::Serialize;
use serde::de::DeserializeOwned;

use super::message::{REQUEST_LIMIT, RESPONSE_LIMIT, Request, Response};
use crate::wire;

/// What peers of this version say to each other.
pub const TALK: StreamProtocol = StreamProtocol::new("/mextrain/1");

/// The question for tables, for peers of every version.
pub const TABLES: StreamProtocol = StreamProtocol::new("/mextrain/tables");

/// Bytes that are no request. They are passed on like one: libp2p tells nobody of a request that could not be read.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct Nonsense;

/// Reads and writes [`Request`]s and [`Response`]s.
#[derive(Clone, Copy, Debug, Default)]
pub struct Codec;

impl request_response::Codec for Codec {
    type Protocol = StreamProtocol;
    type Request = Result<Request, Nonsense>;
    type Response = Response;

    async fn read_request<T>(
        &mut self,
        protocol: &StreamProtocol,
        io: &mut T,
    ) -> io::Result<Result<Request, Nonsense>>
    where
        T: AsyncRead + Unpin + Send,
    {
        match read(io, REQUEST_LIMIT).await {
            Ok(request) if *protocol == TALK || request == Request::Tables => Ok(Ok(request)),
            Ok(_) => Ok(Err(Nonsense)),
            Err(error) if error.kind() == io::ErrorKind::InvalidData => Ok(Err(Nonsense)),
            // Cut off on the way, which may happen to anybody.
            Err(error) => Err(error),
        }
    }

    async fn read_response<T>(&mut self, _: &StreamProtocol, io: &mut T) -> io::Result<Response>
    where
        T: AsyncRead + Unpin + Send,
    {
        read(io, RESPONSE_LIMIT).await
    }

    async fn write_request<T>(
        &mut self,
        protocol: &StreamProtocol,
        io: &mut T,
        request: Result<Request, Nonsense>,
    ) -> io::Result<()>
    where
        T: AsyncWrite + Unpin + Send,
    {
        let Ok(request) = request else { return Err(io::ErrorKind::InvalidInput.into()) };
        if *protocol != TALK && request != Request::Tables {
            return Err(io::Error::new(io::ErrorKind::Unsupported, "the peer speaks another version"));
        }
        write(io, &request, REQUEST_LIMIT).await
    }

    async fn write_response<T>(
        &mut self,
        _: &StreamProtocol,
        io: &mut T,
        response: Response,
    ) -> io::Result<()>
    where
        T: AsyncWrite + Unpin + Send,
    {
        write(io, &response, RESPONSE_LIMIT).await
    }
}

async fn read<V: DeserializeOwned>(io: &mut (impl AsyncRead + Unpin + Send), limit: usize) -> io::Result<V> {
    let mut length = [0; 4];
    io.read_exact(&mut length).await?;
    let length = u32::from_le_bytes(length);
    if length as usize > limit {
        return Err(io::Error::new(
            io::ErrorKind::InvalidData,
            format!("{length} bytes where {limit} are allowed"),
        ));
    }
    // Grows as bytes arrive: a length that is only promised takes no memory.
    let mut bytes = Vec::new();
    io.take(u64::from(length)).read_to_end(&mut bytes).await?;
    if bytes.len() < length as usize {
        return Err(io::ErrorKind::UnexpectedEof.into());
    }
    wire::decode(&bytes, limit).map_err(|error| io::Error::new(io::ErrorKind::InvalidData, error))
}

async fn write<V: Serialize>(
    io: &mut (impl AsyncWrite + Unpin + Send),
    value: &V,
    limit: usize,
) -> io::Result<()> {
    let bytes = wire::encode(value);
    match u32::try_from(bytes.len()) {
        Ok(length) if bytes.len() <= limit => {
            io.write_all(&length.to_le_bytes()).await?;
            io.write_all(&bytes).await?;
            io.close().await
        }
        _ => Err(io::Error::new(io::ErrorKind::InvalidInput, "too large to be sent")),
    }
}

#[cfg(test)]
mod tests {
    use futures::executor::block_on;
    use futures::io::Cursor;
    use libp2p::request_response::Codec as _;

    use super::*;

    fn written(value: &impl Serialize) -> Vec<u8> {
        let mut io = Cursor::new(Vec::new());
        block_on(write(&mut io, value, RESPONSE_LIMIT)).unwrap();
        io.into_inner()
    }

    #[test]
    fn what_was_written_is_read() {
        let request = Request::Ready { table: [3; 16], seq: 9, ready: true };
        let bytes = written(&request);
        assert_eq!(block_on(Codec.read_request(&TALK, &mut &bytes[..])).unwrap(), Ok(request));
        assert_eq!(block_on(Codec.read_request(&TABLES, &mut &bytes[..])).unwrap(), Err(Nonsense));
        let bytes = written(&Request::Tables);
        assert_eq!(block_on(Codec.read_request(&TABLES, &mut &bytes[..])).unwrap(), Ok(Request::Tables));
        let bytes = written(&Response::Done);
        assert_eq!(block_on(Codec.read_response(&TALK, &mut &bytes[..])).unwrap(), Response::Done);
    }

    #[test]
    fn attack_4_false_lengths() {
        let read = |bytes: &[u8]| block_on(Codec.read_request(&TALK, &mut &bytes[..]));
        let kind = |bytes: &[u8]| read(bytes).unwrap_err().kind();
        assert_eq!(read(&[0xFF; 200]).unwrap(), Err(Nonsense));
        assert_eq!(read(&(REQUEST_LIMIT as u32 + 1).to_le_bytes()).unwrap(), Err(Nonsense));
        assert_eq!(kind(&(REQUEST_LIMIT as u32).to_le_bytes()), io::ErrorKind::UnexpectedEof);
        assert_eq!(kind(&[4, 0, 0, 0, 0]), io::ErrorKind::UnexpectedEof);
        assert_eq!(kind(&[0, 0]), io::ErrorKind::UnexpectedEof);
        // A trailing byte within the promised length.
        assert_eq!(read(&[5, 0, 0, 0, 0, 0, 0, 0, 0]).unwrap(), Err(Nonsense));
    }

    #[test]
    fn only_the_question_for_tables_goes_to_other_versions() {
        let mut io = Cursor::new(Vec::new());
        assert!(block_on(Codec.write_request(&TABLES, &mut io, Ok(Request::Heartbeat))).is_err());
        assert!(block_on(Codec.write_request(&TABLES, &mut io, Ok(Request::Tables))).is_ok());
    }
}
