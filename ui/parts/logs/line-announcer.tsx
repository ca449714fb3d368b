import { useEffect, useRef } from 'react'
import type { ViewedLog } from '../../../src/logs/merge/merged-log.ts'
import css from './log-view.module.css'
import { announceLines } from './painter/announce-lines.ts'

type LineAnnouncerProps = { buffer: ViewedLog; label: string }

/** Announces new lines to screen readers; the rows themselves change too often for a live region. */
export const LineAnnouncer = ({ buffer, label }: LineAnnouncerProps) => {
  const element = useRef<HTMLDivElement>(null)
  useEffect(() => (element.current ? announceLines(element.current, buffer) : undefined), [buffer])
  return <div ref={element} className={css.announced} role="log" aria-live="polite" aria-label={`New in ${label}`} />
}
