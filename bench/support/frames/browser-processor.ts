import type { Browser } from '@playwright/test'

interface ProcessInfo {
  type: string
  cpuTime: number
}

/** Starts to count; the returned function resolves with the share of a core that each kind of process used since then. */
export const countProcessor = async (browser: Browser): Promise<() => Promise<Map<string, number>>> => {
  const session = await browser.newBrowserCDPSession()
  const read = async () => {
    const { processInfo } = await session.send('SystemInfo.getProcessInfo')
    const seconds = new Map<string, number>()
    for (const { type, cpuTime } of processInfo as ProcessInfo[]) seconds.set(type, (seconds.get(type) ?? 0) + cpuTime)
    return seconds
  }
  const before = await read()
  const startedMs = performance.now()
  return async () => {
    const after = await read()
    const seconds = (performance.now() - startedMs) / 1000
    await session.detach()
    return new Map([...after].map(([type, used]) => [type, (used - (before.get(type) ?? 0)) / seconds]))
  }
}
