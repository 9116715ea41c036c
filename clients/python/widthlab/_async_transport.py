"""The transport of the asynchronous client; `_transport` is its twin."""

import asyncio
import contextlib
from collections.abc import AsyncIterator, Awaitable, Callable, Iterator
from typing import Any

import grpc
import grpc.aio

from widthlab._address import Addresses, channel_options
from widthlab._methods import ClientStream, Method, Request, Response, ServerStream, Unary
from widthlab._retry import Retry
from widthlab._status import unreachable
from widthlab._transport import Guarded, Transport
from widthlab._wire import Wire


class AsyncTransport(Wire[grpc.aio.Channel]):
    """Belongs to the event loop in which it was made."""

    def __init__(self, addresses: Addresses, retry: Retry = Retry()) -> None:
        super().__init__(addresses, retry)
        # What a client streams is sent by gRPC's threads, which convert arrays beside the event
        # loop; and grpc.aio loses the status of a call that is refused while it is being sent.
        self._sender = Transport(addresses, retry)

    async def wait_until_ready(self, seconds: float) -> None:
        address = self.addresses.server
        try:
            await asyncio.wait_for(self._channel(address).channel_ready(), seconds)
        except TimeoutError:
            raise unreachable(address, f"waited {seconds:g} s") from None

    async def close(self) -> None:
        for channel in self._forget_channels():
            await channel.close()
        self._sender.close()

    async def call(
        self,
        method: Unary[Request, Response],
        request: Request,
        *,
        timeout: float | None = 60,
        repeat: bool = True,
    ) -> Response:
        async def once() -> Response:
            call = self.stub(method, "unary_unary")(request, timeout=timeout)
            response = await call
            self._note_version(await call.initial_metadata())
            return response  # type: ignore[no-any-return]

        return await self._attempts(method, once, repeat)

    async def send(
        self,
        method: ClientStream[Request, Response],
        requests: Callable[[], Awaitable[Iterator[Request]]],
        *,
        timeout: float | None = None,
    ) -> Response:
        """Streams what `requests` yields, anew for every attempt."""

        async def once() -> Response:
            guarded = Guarded(await requests())
            call = self._sender.stub(method, "stream_unary").future(guarded, timeout=timeout)
            try:
                await _end_of(call)
                answer: Response = call.result()
                return answer
            except grpc.RpcError:
                if guarded.error is not None:
                    raise guarded.error from None
                raise
            finally:
                call.cancel()

        return await self._attempts(method, once, True)

    async def read(
        self,
        method: ServerStream[Request, Response],
        request: Request,
        *,
        timeout: float | None = None,
    ) -> AsyncIterator[Response]:
        """The answers of one stream; it is not opened again. Closing the iterator cancels it."""
        stream = self.stub(method, "unary_stream")(request, timeout=timeout)
        try:
            async for message in stream:
                yield message
        except grpc.RpcError as error:
            raise self._exception(method, error) from None
        finally:
            stream.cancel()

    async def _attempts(
        self, method: Method[Request, Response], once: Callable[[], Awaitable[Response]], repeat: bool
    ) -> Response:
        attempt = 1
        while True:
            try:
                return await once()
            except grpc.RpcError as error:
                problem = self._exception(method, error)
            await asyncio.sleep(self._pause_after(attempt, problem, repeat))
            attempt += 1

    def _open(self, address: str) -> grpc.aio.Channel:
        return grpc.aio.insecure_channel(address, options=channel_options(address))


async def _end_of(call: Any) -> None:
    """Waits for the end of a call of another thread."""
    loop = asyncio.get_running_loop()
    ended = asyncio.Event()

    def end(_: Any) -> None:
        with contextlib.suppress(RuntimeError):  # the loop is closed: nobody waits any more
            loop.call_soon_threadsafe(ended.set)

    call.add_done_callback(end)
    await ended.wait()
