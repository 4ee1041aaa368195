import asyncio


async def fetch(session, url: str) -> bytes:
    """Get one page."""
    async with session.get(url) as response, limit:
        async for chunk in response.content:
            yield chunk
        return await response.read()


class Worker:
    async def __aenter__(self):
        self.task = await asyncio.create_task(self.run())
        return self

    @staticmethod
    async def stop(worker):
        (await worker.close()).check()
        await asyncio.gather(*[w.join() async for w in worker])

    @cached_property
    async def state(self) -> dict: ...

    run = lambda self: self.loop.run()


async def main():
    results = [await fetch(s, u) for s, u in pairs if await ok(u)]
    return results


if __name__ == "__main__":
    asyncio.run(main())
