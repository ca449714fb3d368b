import { CaseSensitive, ChevronDown, ChevronUp, ListFilter, Regex, X } from 'lucide-react'
import type { KeyboardEvent, Ref } from 'react'
import type { LogStream } from '../../../../src/contract/wire/log.ts'
import { Button } from '../../../parts/actions/button.tsx'
import { IconButton } from '../../../parts/actions/icon-button.tsx'
import { ToggleButton } from '../../../parts/actions/toggle-button.tsx'
import { Select } from '../../../parts/choices/select.tsx'
import { TextField } from '../../../parts/fields/text-field.tsx'
import type { LogSearchParams } from '../reading/use-log-search-params.ts'
import css from './search-bar.module.css'
import { formatMatchCount, searchedOf, serverSearchMessage } from './search-messages.ts'
import type { FoundState } from './use-log-search.ts'

type SearchBarProps = {
  field: Ref<HTMLInputElement>
  /** It was opened by the user, not by an address, so the field gets the focus. */
  autoFocused: boolean
  searchParams: LogSearchParams
  hasQuery: boolean
  found: FoundState
  onChange: (change: Partial<LogSearchParams>) => void
  onStep: (step: 1 | -1) => void
  /** Called when the user continues the search in the rest of the log. */
  onSearchOn: () => void
  onClose: () => void
}

const streams: readonly { value: LogStream | 'all'; label: string }[] = [
  { value: 'all', label: 'All lines' },
  { value: 'stdout', label: 'Output' },
  { value: 'stderr', label: 'Errors' },
  { value: 'system', label: 'System' },
]

/** Searches the lines in the browser and those at the server. */
export const SearchBar = (props: SearchBarProps) => {
  const { field, autoFocused, searchParams, hasQuery, found, onChange, onStep, onSearchOn, onClose } = props
  const searched = searchedOf(found.isSearching, found.server)
  const ofServer = hasQuery && found.error === null ? serverSearchMessage(found.server) : null
  const key = (event: KeyboardEvent) => {
    if (event.key !== 'Enter') return
    event.preventDefault()
    onStep(event.shiftKey ? -1 : 1)
  }
  return (
    <search className={css.bar} aria-label="Search this log">
      <div className={css.field}>
        <TextField
          label="Find in this log"
          labelHidden
          ref={field}
          autoFocus={autoFocused}
          type="search"
          placeholder="Find in this log"
          autoComplete="off"
          spellCheck={false}
          mono={searchParams.isRegex}
          value={searchParams.find}
          error={found.error ?? undefined}
          onChange={(event) => onChange({ find: event.target.value })}
          onKeyDown={key}
          after={
            <>
              <ToggleButton
                label="Match case"
                icon={<CaseSensitive />}
                pressed={searchParams.matchCase}
                onChange={(matchCase) => onChange({ matchCase })}
              />
              <ToggleButton
                label="Regular expression"
                icon={<Regex />}
                pressed={searchParams.isRegex}
                onChange={(isRegex) => onChange({ isRegex })}
              />
            </>
          }
        />
      </div>
      <div className={css.stream}>
        <Select
          label="Stream"
          labelHidden
          options={streams}
          neutral="all"
          value={searchParams.stream ?? 'all'}
          onChange={(stream) => onChange({ stream: stream === 'all' ? null : stream })}
        />
      </div>
      <span className={css.count} role="status">
        {hasQuery && found.error === null && formatMatchCount(found.count, found.position, searched)}
      </span>
      <span className={css.steps}>
        <IconButton
          label="Previous match"
          icon={<ChevronUp />}
          disabled={found.count === 0}
          onClick={() => onStep(-1)}
        />
        <IconButton label="Next match" icon={<ChevronDown />} disabled={found.count === 0} onClick={() => onStep(1)} />
        <ToggleButton
          label="Only matches"
          icon={<ListFilter />}
          size="medium"
          pressed={searchParams.isFiltered}
          onChange={(isFiltered) => onChange({ isFiltered })}
        />
        <IconButton label="Close search" icon={<X />} onClick={onClose} />
      </span>
      {ofServer && (
        <div className={css.server}>
          <span role="status">{ofServer}</span>
          {searched === 'part' && (
            <Button size="small" onClick={onSearchOn}>
              Continue search
            </Button>
          )}
        </div>
      )}
    </search>
  )
}
