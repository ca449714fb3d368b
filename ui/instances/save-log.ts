import type { LogBook } from '../../src/logs/log-book.ts'

/** Gives the lines that the browser holds as a file: time, a tab, the line. */
export const saveLog = (store: LogBook, fileName: string): void => {
  const lines: string[] = []
  const { oldest, head } = store.extent()
  for (let sequence = oldest; sequence <= head; sequence += 1) {
    const line = store.line(sequence)
    if (line) lines.push(`${line.time}\t${line.log}\n`)
  }
  const url = URL.createObjectURL(new Blob(lines, { type: 'text/plain;charset=utf-8' }))
  const link = document.createElement('a')
  link.href = url
  link.download = fileName
  link.click()
  URL.revokeObjectURL(url)
}
