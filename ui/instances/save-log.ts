import type { LogStore } from '../../src/logs/log-store.ts'

/** Gives the lines that the browser holds as a file: time, a tab, the line. */
export const saveLog = (store: LogStore, fileName: string): void => {
  const lines: string[] = []
  for (let index = 0; index < store.size(); index += 1) {
    const line = store.line(index)
    if (line) lines.push(`${line.time}\t${line.log}\n`)
  }
  const url = URL.createObjectURL(new Blob(lines, { type: 'text/plain;charset=utf-8' }))
  const link = document.createElement('a')
  link.href = url
  link.download = fileName
  link.click()
  URL.revokeObjectURL(url)
}
