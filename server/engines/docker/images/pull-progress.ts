import type { PullLine } from './docker-pull.ts'

const shortestPauseMs = 500

/** Turns the engine's line for every layer and block into a sentence now and then. */
export function pullProgress(image: string, report: (message: string) => void): (line: PullLine) => void {
  const layers = new Map<string, { current: number; total: number }>()
  let reportedAtMs = Date.now()
  report(`Pulling ${image}`)
  return ({ id, status, progressDetail }) => {
    if (!id || status !== 'Downloading' || !progressDetail?.total) return
    layers.set(id, { current: progressDetail.current ?? 0, total: progressDetail.total })
    if (Date.now() - reportedAtMs < shortestPauseMs) return
    reportedAtMs = Date.now()
    const sum = (part: 'current' | 'total') => [...layers.values()].reduce((bytes, layer) => bytes + layer[part], 0)
    report(`Pulling ${image}: ${megabytes(sum('current'))} of ${megabytes(sum('total'))} MB`)
  }
}

function megabytes(bytes: number): string {
  return (bytes / 1e6).toFixed(1)
}
