import { useEffect } from 'react'

/** Closes a dialog once its change has succeeded, that is, when there is a response. */
export const useCloseAfter = (response: unknown, onClose: () => void): void => {
  // biome-ignore lint/correctness/useExhaustiveDependencies: a response closes the dialog once, whatever renders later
  useEffect(() => {
    if (response) onClose()
  }, [response])
}
