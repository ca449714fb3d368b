import {
  createSortedRowModel,
  rowSelectionFeature,
  rowSortingFeature,
  sortFn_basic,
  tableFeatures,
  useTable,
} from '@tanstack/react-table'
import { type ReactNode, useMemo, useState } from 'react'
import { useRestoreFocus } from '../focus/use-restore-focus.ts'
import { SkeletonRows } from '../waiting/skeleton-rows.tsx'
import type { Column, Sort } from './column.ts'
import css from './data-table.module.css'
import { TableHead } from './table-head.tsx'
import { type RowPosition, TableRow } from './table-row.tsx'
import { useRowToggle } from './use-row-toggle.ts'
import { ScrolledRows, VirtualRows } from './virtual-rows.tsx'

export type DataTableProps<Row> = {
  /** The table's caption, for screen readers. */
  caption: string
  columns: readonly Column<Row>[]
  rows: readonly Row[]
  rowKey: (row: Row) => string
  /** The row's name, for its checkbox and link. */
  rowName?: (row: Row) => string
  rowLink?: (row: Row) => string
  /** Set both when the sort is part of the address; otherwise the table keeps it. */
  sort?: Sort | undefined
  onSort?: (sort: Sort | undefined) => void
  /** Set both when rows can be selected. */
  selected?: ReadonlySet<string>
  onSelect?: (selected: ReadonlySet<string>) => void
  /** Renders only visible rows, for thousands of them: those of a page that scrolls, or of a table that does. */
  virtual?: 'page' | 'table' | undefined
  loading?: boolean
  empty?: ReactNode
}

const features = tableFeatures({
  rowSortingFeature,
  rowSelectionFeature,
  sortedRowModel: createSortedRowModel(),
  sortFns: { basic: sortFn_basic },
})

export const DataTable = <Row extends object>({
  caption,
  columns,
  rows,
  rowKey,
  rowName = rowKey,
  rowLink,
  sort,
  onSort,
  selected,
  onSelect,
  virtual,
  loading = false,
  empty,
}: DataTableProps<Row>) => {
  const [ownSort, setOwnSort] = useState<Sort>()
  const order = onSort ? sort : ownSort
  const table = useTable({
    features,
    data: rows,
    columns: useMemo(
      () => columns.map(({ id, sortBy }) => ({ id, ...(sortBy && { accessorFn: sortBy, sortFn: 'basic' as const }) })),
      [columns],
    ),
    getRowId: rowKey,
    state: {
      sorting: order ? [{ id: order.id, desc: order.descending }] : [],
      rowSelection: Object.fromEntries([...(selected ?? [])].map((id) => [id, true as const])),
    },
    onSortingChange: (change) => {
      const next =
        typeof change === 'function' ? change(order ? [{ id: order.id, desc: order.descending }] : []) : change
      const first = next[0] && { id: next[0].id, descending: next[0].desc }
      if (onSort) onSort(first)
      else setOwnSort(first)
    },
  })

  const toggle = useRowToggle(selected, onSelect)
  const restoreFocus = useRestoreFocus()
  // State, because the rows are laid out before a ref of an element around them is set.
  const [scroller, setScroller] = useState<HTMLDivElement | null>(null)

  if (loading) return <SkeletonRows columns={Math.min(columns.length, 5)} />
  if (rows.length === 0 && empty) return empty

  const isShared = columns.every(({ widthPercent }) => widthPercent !== undefined)
  const choose = (ids: Iterable<string>) => onSelect?.(new Set(ids))
  const drawn = table.getRowModel().rows
  const drawRow = ({ id, original }: (typeof drawn)[number], position?: RowPosition) => (
    <TableRow
      key={id}
      row={original}
      columns={columns}
      name={rowName(original)}
      link={rowLink?.(original)}
      id={id}
      {...position}
      {...(onSelect && { chosen: selected?.has(id) ?? false, onToggle: toggle })}
    />
  )
  const scrolls = virtual === 'table'
  const rowsProps = { count: drawn.length, width: columns.length + (onSelect ? 1 : 0) }
  const drawAt = (at: number, position: RowPosition) => drawn[at] && drawRow(drawn[at], position)
  return (
    <div
      ref={scrolls ? setScroller : undefined}
      className={css.frame}
      {...restoreFocus}
      {...(scrolls && { 'data-scrolls': true, role: 'region', 'aria-label': caption, tabIndex: 0 })}
    >
      <table
        aria-rowcount={virtual ? rows.length + 1 : undefined}
        className={css.table}
        data-choosing={onSelect ? true : undefined}
        data-shared={isShared || undefined}
      >
        <caption className={css.caption}>{caption}</caption>
        {isShared && (
          <colgroup>
            {onSelect && <col className={css.choice} />}
            {columns.map(({ id, widthPercent }) => (
              <col key={id} style={{ inlineSize: `${widthPercent}%` }} />
            ))}
          </colgroup>
        )}
        <TableHead
          columns={columns}
          sort={order}
          onSort={(id) => table.getColumn(id)?.toggleSorting()}
          {...(onSelect && {
            selection: {
              all: table.getIsAllRowsSelected(),
              some: table.getIsSomeRowsSelected() && !table.getIsAllRowsSelected(),
              onToggle: () => choose(table.getIsAllRowsSelected() ? [] : rows.map(rowKey)),
            },
          })}
        />
        {scrolls ? (
          <ScrolledRows {...rowsProps} scroller={scroller}>
            {drawAt}
          </ScrolledRows>
        ) : virtual ? (
          <VirtualRows {...rowsProps}>{drawAt}</VirtualRows>
        ) : (
          <tbody>{drawn.map((row) => drawRow(row))}</tbody>
        )}
      </table>
    </div>
  )
}
