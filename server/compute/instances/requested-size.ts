import type { ParsedOf } from '../../../src/contract/contract.ts'
import type { FieldError } from '../../../src/contract/error-codes.ts'
import type { UnitPrice } from '../../../src/contract/wire/catalogue.ts'
import { replicaResources } from '../../../src/rules/pricing/priced-parts.ts'
import { dailyPriceMicros } from '../../../src/rules/pricing/resource-price.ts'
import { ApiError } from '../../http/api-error.ts'
import { invalidField } from '../catalogue/invalid-field.ts'
import { findPlanSize, planSizes } from '../catalogue/plan-sizes.ts'
import { CUSTOM_PLAN_ID } from '../catalogue/plan-wire.ts'

type SizeInput = Pick<ParsedOf<'createInstance'>, 'cpu' | 'memory' | 'storage'> & { machineImageId: string }

export interface InstanceSize {
  cpuMilli: number
  memoryBytes: number
  storageBytes: number
}

/** Returns the size of the plan or, for the custom plan, the requested size. */
export function requestedSize(input: SizeInput): InstanceSize {
  if (input.machineImageId === CUSTOM_PLAN_ID) return customSize(input)
  const plan = findPlanSize(input.machineImageId)
  if (plan) return { cpuMilli: plan.cpuMilli, memoryBytes: plan.memoryBytes, storageBytes: plan.storageBytes }
  const known = [...planSizes.map(({ id }) => id), CUSTOM_PLAN_ID].join(', ')
  throw invalidField('machineImageId', `Unknown plan ${input.machineImageId}. Choose one of ${known}.`)
}

/** What one replica of a size costs a day. */
export const dailyPriceOf = (size: InstanceSize, unitPrice: UnitPrice): number =>
  dailyPriceMicros(replicaResources(size), unitPrice)

function customSize({ cpu, memory, storage }: SizeInput): InstanceSize {
  if (cpu !== undefined && memory !== undefined && storage !== undefined) {
    return { cpuMilli: cpu, memoryBytes: memory, storageBytes: storage }
  }
  const missing: FieldError[] = Object.entries({ cpu, memory, storage })
    .filter(([, value]) => value === undefined)
    .map(([field]) => ({ field, message: 'Required for the custom plan.' }))
  throw new ApiError('invalid', { fields: missing })
}
