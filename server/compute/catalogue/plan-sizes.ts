const MIB = 1_048_576
const GIB = 1024 * MIB

export interface PlanSize {
  id: string
  name: string
  cpuMilli: number
  memoryBytes: number
  storageBytes: number
  recommended: boolean
}

const size = (id: string, name: string, cpuMilli: number, memoryMib: number, storageGib: number): PlanSize => ({
  id,
  name,
  cpuMilli,
  memoryBytes: memoryMib * MIB,
  storageBytes: storageGib * GIB,
  recommended: id === 'small',
})

/** Smallest first. Prices depend on the region. */
export const planSizes: readonly PlanSize[] = [
  size('nano', 'Nano', 100, 128, 1),
  size('micro', 'Micro', 250, 256, 2),
  size('small', 'Small', 500, 512, 5),
  size('medium', 'Medium', 1000, 1024, 10),
  size('medium-memory', 'Medium, more memory', 1000, 4096, 20),
  size('large', 'Large', 2000, 4096, 40),
  size('large-memory', 'Large, more memory', 2000, 8192, 40),
  size('xlarge', 'Extra large', 4000, 8192, 80),
  size('2xlarge', 'Double extra large', 8000, 16_384, 160),
]

export const findPlanSize = (id: string): PlanSize | undefined => planSizes.find((item) => item.id === id)
