import { SAMPLE_SECONDS } from '../../../src/rules/metrics/metrics-window.ts'
import type { TrafficReport } from '../control/control-messages.ts'
import type { Traffic } from './traffic.ts'

interface ReportOptions {
  traffic: Traffic
  /** All targets, busy or not: one that is left out counts as not measured. */
  ids: () => Iterable<string>
  connectionsOf: (id: string) => number
  isConnected: () => boolean
  send: (report: TrafficReport) => void
  nowMs?: () => number
}

/** Keeps a report far below the limit of a frame. */
const MAX_ENTRIES = 1000
/** Reports that wait for a control plane: those of five minutes. */
const MAX_WAITING = 30

export interface TrafficReporter {
  /** Closes the current sample and sends what waits, if a control plane is connected. */
  report(): void
  stop(): void
}

/** Reports the traffic of each sample. While no control plane is connected, the latest reports wait. */
export function createTrafficReporter(options: ReportOptions): TrafficReporter {
  const { traffic, ids, connectionsOf, isConnected, send, nowMs = Date.now } = options
  let waiting: TrafficReport[][] = []
  let lastAt = 0
  let timer: NodeJS.Timeout | undefined

  function report(): void {
    const at = Math.round(nowMs() / 1000 / SAMPLE_SECONDS - 1) * SAMPLE_SECONDS
    const { busy, idle } = traffic.take(ids(), connectionsOf)
    // A clock that ran backwards: this time was reported before.
    if (at > lastAt) waiting.push(inParts(at, busy, idle))
    lastAt = Math.max(lastAt, at)
    waiting = waiting.slice(-MAX_WAITING)
    if (isConnected()) for (const each of waiting.splice(0).flat()) send(each)
  }

  function schedule(): void {
    const periodMs = SAMPLE_SECONDS * 1000
    timer = setTimeout(
      () => {
        report()
        schedule()
      },
      periodMs - (nowMs() % periodMs),
    ).unref()
  }
  schedule()

  return { report, stop: () => clearTimeout(timer) }
}

function inParts(at: number, busy: TrafficReport['busy'], idle: string[]): TrafficReport[] {
  const parts: TrafficReport[] = []
  const count = Math.max(1, Math.ceil(Math.max(busy.length, idle.length) / MAX_ENTRIES))
  for (let part = 0; part < count; part += 1) {
    const from = part * MAX_ENTRIES
    parts.push({
      type: 'traffic',
      at,
      part,
      busy: busy.slice(from, from + MAX_ENTRIES),
      idle: idle.slice(from, from + MAX_ENTRIES),
    })
  }
  return parts
}
