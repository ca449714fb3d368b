import type { instanceCopyCalls } from '../../../../src/contract/calls/compute/instance-copy-calls.ts'
import type { Handlers } from '../../../http/handler.ts'
import type { CreateOptions } from '../create-instance.ts'
import { duplicateInstance } from './duplicate-instance.ts'
import { moveInstance } from './move-instance.ts'

export const instanceCopyHandlers = (options: CreateOptions): Handlers<keyof typeof instanceCopyCalls> => ({
  duplicateInstance: (context) => duplicateInstance(options, context),
  moveInstance: (context) => moveInstance(options, context),
})
