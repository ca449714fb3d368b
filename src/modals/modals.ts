import { type Handler, type Handlers, slice } from '../core/slice.ts'
import type { LocationMessage } from '../navigation/location-message.ts'
import { resetOnUserChange } from '../session/session-message.ts'
import type { ModalKind, ModalRule, ModalTrigger } from './modal-kind.ts'
import { modalKinds } from './modal-kinds.ts'
import type { Modal, ModalMessage } from './modal-message.ts'

type Fields = Readonly<Record<string, unknown>>

/** All kinds, typed alike. */
const kinds = Object.entries(modalKinds) as [Modal['kind'], ModalKind<object>][]

const without = (modals: readonly Modal[], kind: Modal['kind']): Modal[] =>
  modals.filter((modal) => modal.kind !== kind)

const open = (modals: readonly Modal[], modal: Modal): Modal[] => [...without(modals, modal.kind), modal]

const isAbout = (modal: Modal, kind: Modal['kind'], fields: Fields): boolean =>
  modal.kind === kind &&
  Object.entries(fields).every(([field, value]) => String(Reflect.get(modal, field)) === String(value))

type Change = (modals: readonly Modal[], kind: Modal['kind'], fields: Fields | null) => readonly Modal[]

/** A dialog with other fields, opened meanwhile, stays. */
const close: Change = (modals, kind, fields) =>
  fields ? modals.filter((modal) => !isAbout(modal, kind, fields)) : modals

/** A message without fields closes a dialog that an earlier one opened. */
const openOrReplace: Change = (modals, kind, fields) =>
  // The fields come from a rule of the same kind.
  fields ? open(modals, { kind, ...fields } as Modal) : without(modals, kind)

const setPending =
  (pending: boolean): Change =>
  (modals, kind, fields) =>
    fields ? modals.map((modal) => (isAbout(modal, kind, fields) ? { ...modal, pending } : modal)) : modals

/** The rules of all kinds; closing comes before opening. */
const changes = [
  ...kinds.flatMap(([kind, { closedBy = [] }]) => closedBy.map((rule) => ({ kind, rule, change: close }))),
  ...kinds.flatMap(([kind, { openedBy = [] }]) => openedBy.map((rule) => ({ kind, rule, change: openOrReplace }))),
  ...kinds.flatMap(([kind, { pendingFrom, pendingUntil }]) => [
    ...(pendingFrom ? [{ kind, rule: pendingFrom, change: setPending(true) }] : []),
    ...(pendingUntil ? [{ kind, rule: pendingUntil, change: setPending(false) }] : []),
  ]),
] satisfies { kind: Modal['kind']; rule: ModalRule<object>; change: Change }[]

const handlerOf =
  (type: string): Handler<Modal[]> =>
  (draft, message) => [
    ...changes
      .filter(({ rule }) => rule.type === type)
      .reduce(
        (modals: readonly Modal[], { kind, rule, change }) =>
          change(modals, kind, rule.fields(message) as Fields | null),
        draft,
      ),
  ]

const byRules = Object.fromEntries(changes.map(({ rule }) => [rule.type, handlerOf(rule.type)])) as Handlers<
  Modal[],
  ModalTrigger
>

const staysOnNavigation = (modal: Modal): boolean => {
  const { staysOnNavigation: stays }: ModalKind<object> = modalKinds[modal.kind]
  return stays === 'always' || (stays === 'pending' && 'pending' in modal && modal.pending === true)
}

/** A stack: the latest opened is the last, and on top. */
export const modals = slice<Modal[], ModalTrigger | ModalMessage | LocationMessage>([], {
  ...byRules,
  'ui/modalOpened': (draft, { modal }) => open(draft, modal),
  'ui/modalClosed': (draft, { kind }) => (kind === undefined ? draft.slice(0, -1) : without(draft, kind)),
  'ui/modalsCleared': () => [],
  // The dialog that confirmed the deletion becomes the one that reports it.
  'api/deleteOrganization.succeeded': (draft, { input }) =>
    draft.map((modal) => {
      if (modal.kind !== 'deleteResource' || modal.organizationId !== input.id) return modal
      const { resource, name } = modal
      return { kind: 'deletedResource', resource, name }
    }),
  'location/changed': (draft) => draft.filter(staysOnNavigation),
  ...resetOnUserChange<Modal[]>(() => []),
})

export const selectModals = (state: { modals: Modal[] }): Modal[] => state.modals
