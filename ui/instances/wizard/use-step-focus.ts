import { type RefObject, useEffect, useRef } from 'react'
import type { DeployStep } from '../../../src/instances/deploy-errors.ts'

/** A group of radio buttons cannot be invalid to ARIA, so it is marked beside it. */
const INVALID = '[aria-invalid="true"], [data-invalid] input:enabled'
const HEADING = 'h2[tabindex="-1"]'

/**
 * Focuses the first invalid field of a step that opens or that could not be left, each time the count grows; a step
 * without errors gets the focus on its heading. The first step keeps the focus of the page.
 */
export const useStepFocus = (step: DeployStep, invalidAttempts: number): RefObject<HTMLDivElement | null> => {
  const area = useRef<HTMLDivElement>(null)
  const last = useRef({ step, invalidAttempts })
  useEffect(() => {
    const { step: lastStep, invalidAttempts: lastAttempts } = last.current
    last.current = { step, invalidAttempts }
    if (step === lastStep && invalidAttempts === lastAttempts) return
    const find = (selector: string) => area.current?.querySelector<HTMLElement>(selector)
    const target = find(INVALID) ?? (step === lastStep ? null : find(HEADING))
    target?.focus()
  }, [step, invalidAttempts])
  return area
}
