import type { InstanceId } from '../../src/contract/wire/common.ts'
import { useInstance } from './page/use-instance.ts'

/** The name of an instance, which is loaded where no list has it. */
export const InstanceName = ({ id }: { id: InstanceId }) => {
  const { instance } = useInstance(id)
  return instance?.name ?? 'An instance'
}
