import { Autocomplete } from '@base-ui/react/autocomplete'
import { Dialog } from '@base-ui/react/dialog'
import { Search } from 'lucide-react'
import type { ReactNode } from 'react'
import { HiddenText } from '../layout/hidden-text.tsx'
import { Kbd } from '../text/text.tsx'
import css from './command-palette.module.css'

export type PaletteItem = {
  id: string
  label: string
  /** The kind of entry, at the right: "Instance", "Page". */
  kind?: string
  /** More search terms. */
  keywords?: string
  icon?: ReactNode
  /** Why it cannot be chosen; part of its accessible name. */
  blocked?: string | undefined
  shortcut?: string
}

export type PaletteGroup = { title: string; items: readonly PaletteItem[] }

type CommandPaletteProps = {
  open: boolean
  onClose: () => void
  groups: readonly PaletteGroup[]
  onChoose: (item: PaletteItem) => void
  /** Set both when the items come from an external search; otherwise the palette filters them itself. */
  query?: string
  onQuery?: (query: string) => void
  busy?: boolean
  placeholder?: string
}

const searchableText = ({ label, kind = '', keywords = '' }: PaletteItem): string => `${label} ${kind} ${keywords}`

/** A searchable list of pages, resources and actions. Loaded when first opened. */
export const CommandPalette = ({
  open,
  onClose,
  groups,
  onChoose,
  query,
  onQuery,
  busy = false,
  placeholder = 'Search pages, resources and actions',
}: CommandPaletteProps) => (
  <Dialog.Root open={open} onOpenChange={(next) => !next && onClose()}>
    <Dialog.Portal>
      <Dialog.Backdrop className={css.backdrop} />
      <Dialog.Viewport className={css.viewport}>
        <Dialog.Popup className={css.popup} aria-label="Command palette">
          <Autocomplete.Root
            open
            inline
            items={groups.map(({ title, items }) => ({ value: title, items }))}
            itemToStringValue={searchableText}
            autoHighlight="always"
            keepHighlight
            {...(query !== undefined && { value: query })}
            {...(onQuery && { onValueChange: onQuery, filter: null })}
          >
            <Autocomplete.InputGroup className={css.search}>
              <Search className={css.searchIcon} />
              <Autocomplete.Input className={css.input} aria-label="Search" maxLength={400} placeholder={placeholder} />
              <Kbd>Esc</Kbd>
            </Autocomplete.InputGroup>
            <Dialog.Close render={<HiddenText>Close</HiddenText>} nativeButton={false} tabIndex={-1} />
            <div className={css.results}>
              <Autocomplete.Status className={css.status}>{busy ? 'Searching…' : null}</Autocomplete.Status>
              <Autocomplete.Empty>
                <div className={css.empty}>No results. Try another search.</div>
              </Autocomplete.Empty>
              <Autocomplete.List>
                {(group: { value: string; items: readonly PaletteItem[] }) => (
                  <Autocomplete.Group key={group.value} items={group.items} className={css.group}>
                    <Autocomplete.GroupLabel className={css.title}>{group.value}</Autocomplete.GroupLabel>
                    <Autocomplete.Collection>
                      {(item: PaletteItem) => (
                        <Autocomplete.Item
                          key={item.id}
                          value={item}
                          className={css.item}
                          aria-disabled={item.blocked !== undefined || undefined}
                          onClick={() => item.blocked === undefined && onChoose(item)}
                        >
                          {item.icon && <span className={css.icon}>{item.icon}</span>}
                          <span className={css.label}>
                            {item.label}
                            {item.blocked && <span className={css.blocked}>{item.blocked}</span>}
                          </span>
                          {item.kind && <span className={css.kind}>{item.kind}</span>}
                          {item.shortcut && <Kbd>{item.shortcut}</Kbd>}
                        </Autocomplete.Item>
                      )}
                    </Autocomplete.Collection>
                  </Autocomplete.Group>
                )}
              </Autocomplete.List>
            </div>
            <div className={css.foot} aria-hidden="true">
              <span>
                <Kbd>↑</Kbd> <Kbd>↓</Kbd> to move
              </span>
              <span>
                <Kbd>↵</Kbd> to select
              </span>
            </div>
          </Autocomplete.Root>
        </Dialog.Popup>
      </Dialog.Viewport>
    </Dialog.Portal>
  </Dialog.Root>
)
