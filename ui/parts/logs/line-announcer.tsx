import { useEffect, useRef } from 'react'
import type { LogBook } from '../../../src/logs/log-book.ts'
import css from './log-view.module.css'
import { announceLines } from './painter/announce-lines.ts'

type LineAnnouncerProps = { book: LogBook; label: string }

/** New lines for those who cannot see them; the rows themselves change too often to be live. */
export const LineAnnouncer = ({ book, label }: LineAnnouncerProps) => {
  const element = useRef<HTMLDivElement>(null)
  useEffect(() => (element.current ? announceLines(element.current, book) : undefined), [book])
  return <div ref={element} className={css.announced} role="log" aria-live="polite" aria-label={`New in ${label}`} />
}
