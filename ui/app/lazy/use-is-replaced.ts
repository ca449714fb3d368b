import { useEffect } from 'react'
import { selectIsReplaced } from '../../../src/code/code.ts'
import { useSelected } from '../use-selected.ts'
import { useSend } from '../use-send.ts'

/** Says each time that code was lost, and hears whether it is gone for good: then only a reload helps. */
export const useIsReplaced = (isRetrying: boolean): boolean => {
  const send = useSend()
  useEffect(() => {
    if (!isRetrying) send({ type: 'ui/chunkLoadFailed' })
  }, [send, isRetrying])
  return useSelected(selectIsReplaced)
}
