import { useEffect, useRef } from 'react'
import type { LogBuffer } from '../../../src/logs/log-buffer.ts'
import css from './log-view.module.css'
import { announceLines } from './painter/announce-lines.ts'

type LineAnnouncerProps = { buffer: LogBuffer; label: string }

/** New lines for those who cannot see them; the rows themselves change too often to be live. */
export const LineAnnouncer = ({ buffer, label }: LineAnnouncerProps) => {
  const element = useRef<HTMLDivElement>(null)
  useEffect(() => (element.current ? announceLines(element.current, buffer) : undefined), [buffer])
  return <div ref={element} className={css.announced} role="log" aria-live="polite" aria-label={`New in ${label}`} />
}
