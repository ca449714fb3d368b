import type { CDPSession } from '@playwright/test'

interface TraceEvent {
  name: string
  ph: string
  pid: number
  tid: number
  ts: number
  dur?: number
  args: Record<string, unknown>
}

/** Execution, compilation and microtasks: the browser's own script time omits most of a module's evaluation. */
const scripting = new Set([
  'EvaluateScript',
  'v8.evaluateModule',
  'v8.compile',
  'v8.compileModule',
  'FunctionCall',
  'RunMicrotasks',
])

/** Starts a trace; the returned function stops it and resolves with the main thread's script time in ms. */
export const traceScripts = async (session: CDPSession): Promise<(address: string) => Promise<number>> => {
  const events: TraceEvent[] = []
  session.on('Tracing.dataCollected', ({ value }) => {
    // The protocol does not type the events; all of them have these fields.
    events.push(...(value as unknown as TraceEvent[]))
  })
  await session.send('Tracing.start', {
    transferMode: 'ReportEvents',
    traceConfig: { includedCategories: ['devtools.timeline', '__metadata'] },
  })
  return async (address) => {
    const whole = new Promise((resolve) => session.once('Tracing.tracingComplete', resolve))
    await session.send('Tracing.end')
    await whole
    const page = events.find(({ name, args }) => name === 'CommitLoad' && JSON.stringify(args).includes(address))
    const thread = events.find(
      ({ name, args, pid }) => name === 'thread_name' && args.name === 'CrRendererMain' && pid === page?.pid,
    )
    return thread ? unionMs(events.filter((event) => isOf(event, thread))) : Number.NaN
  }
}

const isOf = (event: TraceEvent, thread: TraceEvent): boolean =>
  event.ph === 'X' && event.pid === thread.pid && event.tid === thread.tid && scripting.has(event.name)

/** Returns the time that at least one event covers. */
const unionMs = (events: TraceEvent[]): number => {
  let covered = 0
  let coveredTo = 0
  for (const { ts, dur = 0 } of events.toSorted((a, b) => a.ts - b.ts)) {
    const from = Math.max(ts, coveredTo)
    covered += Math.max(0, ts + dur - from)
    coveredTo = Math.max(coveredTo, ts + dur)
  }
  return covered / 1000
}
