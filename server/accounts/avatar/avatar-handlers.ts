import type { avatarCalls } from '../../../src/contract/calls/avatar-calls.ts'
import type { Handlers } from '../../http/handler.ts'
import { requireUser } from '../../http/require-user.ts'
import type { Store } from '../../store/connection.ts'
import { saveAvatar } from './save-avatar.ts'

export const avatarHandlers = ({ db }: Pick<Store, 'db'>): Handlers<keyof typeof avatarCalls> => ({
  uploadAvatar: async ({ caller, input: { file }, signal }) => ({
    avatar: await saveAvatar(db, { file, by: requireUser(caller).userId, signal }),
  }),
})
