import { useUrlQuery } from '../../hooks/use-url-query.ts'
import { LinkTabs } from '../../parts/navigation/link-tabs.tsx'

const tabs = [
  { id: '', label: 'Instances' },
  { id: 'volumes', label: 'Volumes and backups' },
  { id: 'network', label: 'Network' },
  { id: 'variables', label: 'Variables' },
  { id: 'usage', label: 'Usage' },
] as const

type TabId = (typeof tabs)[number]['id']

/** Returns the open tab of a project, which is in the address, and the strip of all tabs. */
export const useProjectTabs = () => {
  const { query, to } = useUrlQuery()
  const shown: TabId = tabs.find(({ id }) => id === query.get('show'))?.id ?? ''
  const strip = (
    <LinkTabs
      label="Project"
      current={to({ show: shown })}
      tabs={tabs.map(({ id, label }) => ({ to: to({ show: id }), label }))}
    />
  )
  return { shown, strip }
}
