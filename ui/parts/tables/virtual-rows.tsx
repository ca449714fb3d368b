import { useWindowVirtualizer } from '@tanstack/react-virtual'
import { type ReactNode, useEffect, useLayoutEffect, useRef, useState } from 'react'
import type { RowPosition } from './table-row.tsx'

/** The estimated height of a row in pixels, until one is measured. */
const ROW_HEIGHT = 52
const ROWS_BEYOND = 12

type VirtualRowsProps = {
  count: number
  /** The number of columns. */
  width: number
  /** Called with the range of rendered rows when it changes. */
  onRange?: (first: number, last: number) => void
  children: (index: number, position: RowPosition) => ReactNode
}

/** A table body with the visible rows between two spacers. */
export const VirtualRows = ({ count, width, onRange, children }: VirtualRowsProps) => {
  const body = useRef<HTMLTableSectionElement>(null)
  const [scrollMargin, setScrollMargin] = useState(0)
  useLayoutEffect(() => {
    if (body.current) setScrollMargin(body.current.getBoundingClientRect().top + window.scrollY)
  }, [])
  const rows = useWindowVirtualizer({ count, estimateSize: () => ROW_HEIGHT, overscan: ROWS_BEYOND, scrollMargin })
  const items = rows.getVirtualItems()
  const [first, last] = [items[0]?.index, items.at(-1)?.index]
  useEffect(() => {
    if (first !== undefined && last !== undefined) onRange?.(first, last)
  }, [first, last, onRange])
  const above = (items[0]?.start ?? scrollMargin) - scrollMargin
  const below = rows.getTotalSize() - ((items.at(-1)?.end ?? scrollMargin) - scrollMargin)
  return (
    <tbody ref={body}>
      {above > 0 && <Blank height={above} width={width} />}
      {items.map(({ index }) => children(index, { index, measure: rows.measureElement }))}
      {below > 0 && <Blank height={below} width={width} />}
    </tbody>
  )
}

const Blank = ({ height, width }: { height: number; width: number }) => (
  <tr aria-hidden>
    <td colSpan={width} style={{ blockSize: height, padding: 0 }} />
  </tr>
)
