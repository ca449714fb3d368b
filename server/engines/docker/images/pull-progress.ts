export interface PullLine {
  id?: string
  status?: string
  error?: string
  progressDetail?: { current?: number; total?: number }
}

const minPauseMs = 500

/** Reduces the engine's lines for each layer and block to one progress message every 500 ms at most. */
export function pullProgress(image: string, report: (message: string) => void): (line: PullLine) => void {
  const layers = new Map<string, { current: number; total: number }>()
  let reportedAtMs = Date.now()
  report(`Pulling ${image}`)
  return ({ id, status, progressDetail }) => {
    if (!id || status !== 'Downloading' || !progressDetail?.total) return
    layers.set(id, { current: progressDetail.current ?? 0, total: progressDetail.total })
    if (Date.now() - reportedAtMs < minPauseMs) return
    reportedAtMs = Date.now()
    const sum = (part: 'current' | 'total') => [...layers.values()].reduce((bytes, layer) => bytes + layer[part], 0)
    report(`Pulling ${image}: ${megabytes(sum('current'))} of ${megabytes(sum('total'))} MB`)
  }
}

function megabytes(bytes: number): string {
  return (bytes / 1e6).toFixed(1)
}
