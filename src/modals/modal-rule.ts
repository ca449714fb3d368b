import type { ConnectionMessage } from '../connections/connection-message.ts'
import type { Permission } from '../contract/access.ts'
import type { CallMessage } from '../contract/call-message.ts'
import type { MessageOf } from '../core/message.ts'
import type { FactorMessage } from '../factors/factor-message.ts'
import type { SessionMessage } from '../session/session-message.ts'
import type { TeamMessage } from '../team/team-message.ts'

export type ModalTrigger = CallMessage | ConnectionMessage | FactorMessage | SessionMessage | TeamMessage

/** A message, and the fields of the dialogs that it concerns; null for none. */
export interface ModalRule<Fields> {
  type: ModalTrigger['type']
  fields: (message: never) => Fields | null
}

/** The fields of a dialog that a message names. */
type About<Fields> = { [Name in keyof Fields]?: string | readonly string[] | boolean }

/** A kind of dialog. `Fields` identify its subject; only one dialog of a kind is open at a time. */
export interface ModalKind<Fields extends object> {
  /** Who may see it. */
  access: 'everyone' | 'signedIn' | Permission
  openedBy?: readonly ModalRule<Fields>[]
  /** The responses that close the dialogs with the same fields. */
  closedBy?: readonly ModalRule<About<Fields>>[]
  /** The request after which a dialog is `pending`, and its failure. */
  pendingFrom?: ModalRule<About<Fields>>
  pendingUntil?: ModalRule<About<Fields>>
  /** It stays when another page is opened: always, or while it is pending. */
  staysOnNavigation?: 'always' | 'pending'
  /** Only carries the type. */
  fields?: Fields
}

/** The dialogs that a message concerns. */
export const on = <T extends ModalTrigger['type'], Fields extends object>(
  type: T,
  fields: (message: MessageOf<ModalTrigger, T>) => Fields | null,
): ModalRule<Fields> => ({ type, fields })

/** Matches every dialog of the kind. */
export const onAny = (type: ModalTrigger['type']): ModalRule<object> => ({ type, fields: () => ({}) })

export const modal = <Fields extends object = object>(kind: ModalKind<Fields>): ModalKind<Fields> => kind

export type ById = { id: string }

type SuccessById = Extract<CallMessage, { type: `api/${string}.succeeded`; input: { id: string } }>

/** Matches the dialogs with the id of a call that succeeded. */
export const onId = (type: SuccessById['type']): ModalRule<ById> => ({
  type,
  fields: ({ input: { id } }: SuccessById) => ({ id }),
})

/** Asks before one call that changes what has the id. */
export const changeOf = (type: SuccessById['type']): ModalKind<ById> => ({
  access: 'instances.write',
  closedBy: [onId(type)],
})
