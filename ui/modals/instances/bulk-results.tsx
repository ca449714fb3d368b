import { Check, X } from 'lucide-react'
import type { ResponseOf } from '../../../src/contract/contract.ts'
import { IconList, IconListItem } from '../../parts/layout/icon-list.tsx'
import { Stack } from '../../parts/layout/stack.tsx'
import { Text, TwoLines } from '../../parts/text/text.tsx'

type Result = ResponseOf<'closeInstances'>['results'][number]

type BulkResultsProps = { results: readonly Result[]; names: ReadonlyMap<string, string>; verb: string }

/** What came of each instance; failures first. */
export const BulkResults = ({ results, names, verb }: BulkResultsProps) => {
  const failed = results.filter(({ ok }) => !ok).length
  const done = results.length - failed
  return (
    <Stack gap={3}>
      <Text>
        {done} {verb}
        {failed > 0 && `, ${failed} failed`}
      </Text>
      <IconList label="Results">
        {results
          .toSorted((a, b) => Number(a.ok) - Number(b.ok))
          .map(({ instanceId, ok, error }) => (
            <IconListItem key={instanceId} icon={ok ? <Check /> : <X />} actions={null}>
              <TwoLines>
                <Text as="div">{names.get(instanceId) ?? instanceId}</Text>
                <Text as="div" size="sm" tone={ok ? 'muted' : 'bad'}>
                  {error?.message ?? capitalised(verb)}
                </Text>
              </TwoLines>
            </IconListItem>
          ))}
      </IconList>
    </Stack>
  )
}

const capitalised = (word: string): string => word.charAt(0).toUpperCase() + word.slice(1)
