import { memo } from 'react'
import { Link } from 'react-router-dom'
import { Checkbox } from '../choices/checkbox.tsx'
import type { Column } from './column.ts'
import css from './data-table.module.css'

/** The position of a virtual row, and its measuring ref. */
export type RowPosition = { index: number; measure: (row: HTMLTableRowElement | null) => void }

type TableRowProps<Row> = {
  row: Row
  columns: readonly Column<Row>[]
  name: string
  link: string | undefined
  chosen?: boolean
  id: string
  onToggle?: (id: string) => void
  index?: number
  measure?: RowPosition['measure']
}

const isInCorner = <Row,>({ corner, titleHidden }: Column<Row>) => corner ?? titleHidden

const Row = <Row,>({ row, columns, name, link, chosen = false, id, onToggle, index, measure }: TableRowProps<Row>) => (
  <tr
    ref={measure}
    data-index={index}
    // The header row counts as the first.
    aria-rowindex={index === undefined ? undefined : index + 2}
    className={css.row}
    data-chosen={chosen || undefined}
    data-linked={link ? true : undefined}
  >
    {onToggle && (
      <td className={css.choice}>
        <Checkbox label={`Select ${name}`} labelHidden checked={chosen} onChange={() => onToggle(id)} />
      </td>
    )}
    {columns.map((column) => (
      <td
        key={column.id}
        className={css.cell}
        data-align={column.align}
        data-row-header={column.isRowHeader}
        data-wide-only={column.wideOnly}
        data-own-line={column.ownLine}
        data-acts={isInCorner(column)}
        data-title={isInCorner(column) || column.isRowHeader || column.titleHidden ? undefined : column.title}
      >
        {column.isRowHeader && link ? (
          <Link className={css.link} to={link}>
            {column.cell(row)}
          </Link>
        ) : (
          column.cell(row)
        )}
      </td>
    ))}
  </tr>
)

/** Memoised: a list can get thousands of changes a second. */
export const TableRow = memo(Row) as typeof Row
