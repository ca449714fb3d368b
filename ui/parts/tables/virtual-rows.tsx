import { useVirtualizer, useWindowVirtualizer, type Virtualizer } from '@tanstack/react-virtual'
import { type ReactNode, type RefObject, useEffect, useLayoutEffect, useRef, useState } from 'react'
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

/** A table body with the visible rows between two spacers, in a page that scrolls. */
export const VirtualRows = (props: VirtualRowsProps) => {
  const [body, scrollMargin] = useScrollMargin((rows) => rows.getBoundingClientRect().top + window.scrollY)
  const rows = useWindowVirtualizer({ ...options(props.count), scrollMargin })
  return <Rows {...props} body={body} rows={rows} scrollMargin={scrollMargin} />
}

type ScrolledRowsProps = VirtualRowsProps & { scroller: HTMLElement | null }

/** The same in an element that scrolls. */
export const ScrolledRows = ({ scroller, ...props }: ScrolledRowsProps) => {
  const [body, scrollMargin] = useScrollMargin((rows) => rows.offsetTop)
  const rows = useVirtualizer({
    ...options(props.count),
    scrollMargin,
    getScrollElement: () => scroller,
  })
  return <Rows {...props} body={body} rows={rows} scrollMargin={scrollMargin} />
}

const options = (count: number) => ({ count, estimateSize: () => ROW_HEIGHT, overscan: ROWS_BEYOND })

function useScrollMargin(marginOf: (rows: HTMLElement) => number) {
  const body = useRef<HTMLTableSectionElement>(null)
  const [scrollMargin, setScrollMargin] = useState(0)
  // biome-ignore lint/correctness/useExhaustiveDependencies: measured once
  useLayoutEffect(() => {
    if (body.current) setScrollMargin(marginOf(body.current))
  }, [])
  return [body, scrollMargin] as const
}

type RowsProps = VirtualRowsProps & {
  body: RefObject<HTMLTableSectionElement | null>
  rows: Pick<Virtualizer<Window, Element>, 'getVirtualItems' | 'getTotalSize' | 'measureElement'>
  scrollMargin: number
}

const Rows = ({ body, rows, scrollMargin, width, onRange, children }: RowsProps) => {
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
