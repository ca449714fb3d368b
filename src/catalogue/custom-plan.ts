import type { Size } from '../rules/format-size.ts'

const GIB = 1_073_741_824

export const CUSTOM_PLAN_ID = 'custom-id'
export const CUSTOM_STORAGE_GIB = 20

/** The typed values of a custom plan: cores, and GiB of memory and disk. */
export interface CustomAmounts {
  cpu: number | null
  ram: number | null
  storage: number | null
}

/** Returns the size of the custom plan; null until cpu and ram are given. */
export const customSize = ({ cpu, ram, storage }: CustomAmounts): Size | null =>
  cpu === null || ram === null
    ? null
    : {
        cpu: Math.round(cpu * 1000),
        memory: Math.round(ram * GIB),
        storage: Math.round((storage ?? CUSTOM_STORAGE_GIB) * GIB),
      }
