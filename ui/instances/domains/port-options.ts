import type { Instance } from '../../../src/contract/wire/compute.ts'
import type { Option } from '../../parts/choices/select.tsx'

/** The ports that a domain can lead to; `first` stands for the first HTTP port, whichever that is. */
export const portOptions = ({ services }: Pick<Instance, 'services'>): Option<string>[] => [
  { value: 'first', label: 'First HTTP port' },
  ...services.flatMap(({ name, ports }) =>
    ports
      .filter(({ protocol }) => protocol === 'http')
      .map(({ containerPort }) => ({ value: String(containerPort), label: `${name}, port ${containerPort}` })),
  ),
]

export const portOf = (value: string): number | null => (value === 'first' ? null : Number(value))

export const optionOf = (containerPort: number | null): string =>
  containerPort === null ? 'first' : String(containerPort)
