import { useOutletContext } from 'react-router-dom'
import type { Instance } from '../../src/contract/wire/compute.ts'

/** The instance that the page around this tab is about. */
export const useCurrentInstance = (): Instance => useOutletContext<Instance>()
