import type { ReactNode } from 'react'
import { useRestoreFocus } from '../focus/use-restore-focus.ts'
import { SkeletonText } from '../waiting/skeleton-text.tsx'
import type { Column, Sort } from './column.ts'
import css from './data-table.module.css'
import { TableHead } from './table-head.tsx'
import { TableRow } from './table-row.tsx'
import { useRowToggle } from './use-row-toggle.ts'
import { VirtualRows } from './virtual-rows.tsx'

type WindowedTableProps<Row> = {
  /** The table's caption, for screen readers. */
  caption: string
  columns: readonly Column<Row>[]
  /** The number of rows, loaded or not. */
  count: number
  /** Returns undefined while the row's window is loading. */
  rowAt: (index: number) => Row | undefined
  rowKey: (row: Row) => string
  rowName: (row: Row) => string
  rowLink: (row: Row) => string
  sort: Sort | undefined
  onSort: (sort: Sort | undefined) => void
  /** Called with the range of rows on or near the screen. */
  onRange: (first: number, last: number) => void
  /** Set when rows can be selected; the head selects all rows that are loaded. */
  selection?: {
    selected: ReadonlySet<string>
    onSelect: (selected: ReadonlySet<string>) => void
    loadedKeys: readonly string[]
  }
}

/** A table whose rows the server sorts, and which are loaded when scrolled to. The page scrolls, not the table. */
export const WindowedTable = <Row extends object>({
  caption,
  columns,
  count,
  rowAt,
  rowKey,
  rowName,
  rowLink,
  sort,
  onSort,
  onRange,
  selection,
}: WindowedTableProps<Row>) => {
  const restoreFocus = useRestoreFocus()
  const toggle = useRowToggle(selection?.selected, selection?.onSelect)
  return (
    <div className={css.frame} {...restoreFocus}>
      <table aria-rowcount={count + 1} className={css.table} data-choosing={selection && true} data-shared>
        <caption className={css.caption}>{caption}</caption>
        <colgroup>
          {selection && <col className={css.choice} />}
          {columns.map(({ id, widthPercent }) => (
            <col key={id} style={{ inlineSize: `${widthPercent}%` }} />
          ))}
        </colgroup>
        <TableHead
          columns={columns}
          sort={sort}
          onSort={(id) => onSort(nextSort(id, sort))}
          {...(selection && { selection: headSelection(selection, count) })}
        />
        <VirtualRows count={count} width={columns.length + (selection ? 1 : 0)} onRange={onRange}>
          {(index, position): ReactNode => {
            const row = rowAt(index)
            return row ? (
              <TableRow
                key={rowKey(row)}
                row={row}
                columns={columns}
                name={rowName(row)}
                link={rowLink(row)}
                id={rowKey(row)}
                {...position}
                {...(selection && { chosen: selection.selected.has(rowKey(row)), onToggle: toggle })}
              />
            ) : (
              <tr
                key={`waiting ${index}`}
                ref={position.measure}
                data-index={index}
                aria-rowindex={index + 2}
                aria-busy
              >
                <td className={css.cell} colSpan={columns.length + (selection ? 1 : 0)}>
                  <SkeletonText />
                </td>
              </tr>
            )
          }}
        </VirtualRows>
      </table>
    </div>
  )
}

const headSelection = (
  { selected, onSelect, loadedKeys }: NonNullable<WindowedTableProps<object>['selection']>,
  count: number,
) => {
  const all = loadedKeys.length > 0 && loadedKeys.every((key) => selected.has(key))
  return {
    label: loadedKeys.length === count ? 'Select all' : `Select the ${loadedKeys.length} loaded rows`,
    all,
    some: selected.size > 0 && !all,
    onToggle: () => onSelect(new Set(all ? [] : loadedKeys)),
  }
}

/** Returns the next sort: ascending, descending, then the list's default. */
const nextSort = (id: string, sort: Sort | undefined): Sort | undefined => {
  if (sort?.id !== id) return { id, descending: false }
  return sort.descending ? undefined : { id, descending: true }
}
