import { ArrowDown, ArrowUp, ChevronsUpDown } from 'lucide-react'
import { Checkbox } from '../choices/checkbox.tsx'
import { HiddenText } from '../layout/hidden-text.tsx'
import type { Column, Sort } from './column.ts'
import css from './data-table.module.css'

type TableHeadProps<Row> = {
  columns: readonly Column<Row>[]
  sort: Sort | undefined
  onSort: (id: string) => void
  selection?: { label?: string; all: boolean; some: boolean; onToggle: () => void }
}

const direction = (sort: Sort | undefined, id: string) => {
  if (sort?.id !== id) return undefined
  return sort.descending ? 'descending' : 'ascending'
}

const icons = { ascending: <ArrowUp />, descending: <ArrowDown /> }

export const TableHead = <Row,>({ columns, sort, onSort, selection }: TableHeadProps<Row>) => (
  <thead className={css.head}>
    <tr>
      {selection && (
        <th scope="col" className={css.choice}>
          <Checkbox
            label={selection.label ?? 'Select all'}
            labelHidden
            checked={selection.all}
            mixed={selection.some}
            onChange={selection.onToggle}
          />
        </th>
      )}
      {columns.map((column) => {
        const way = direction(sort, column.id)
        return (
          <th key={column.id} scope="col" className={css.title} data-align={column.align} aria-sort={way}>
            {column.sortBy ? (
              <button type="button" className={css.sort} onClick={() => onSort(column.id)}>
                {column.title}
                {way ? icons[way] : <ChevronsUpDown className={css.idle} />}
              </button>
            ) : column.titleHidden ? (
              <HiddenText>{column.title}</HiddenText>
            ) : (
              column.title
            )}
          </th>
        )
      })}
    </tr>
  </thead>
)
