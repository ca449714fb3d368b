import type { instanceCopyCalls } from '../../../../src/contract/calls/compute/instance-copy-calls.ts'
import type { Handlers } from '../../../http/handler.ts'
import type { CreateOptions } from '../create-instance.ts'
import { duplicateInstance } from './duplicate-instance.ts'
import { moveInstance, moveInstances } from './move-instance.ts'

export const instanceCopyHandlers = (
  options: CreateOptions,
): Handlers<keyof typeof instanceCopyCalls | 'moveInstances'> => ({
  duplicateInstance: (context) => duplicateInstance(options, context),
  moveInstance: (context) => moveInstance(options, context, context.input),
  moveInstances: (context) => moveInstances(options, context),
})
