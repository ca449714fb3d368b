import { useUrlQuery } from '../../../hooks/use-url-query.ts'
import type { Deploy } from '../deploy/use-deploy.ts'

/** The service whose fields are shown, which is in the address. */
export const useCurrentService = ({ services: { services, errors, add } }: Deploy) => {
  const { query, choose, to } = useUrlQuery()
  return {
    current: services.find(({ key }) => key === query.get('service')) ?? services[0],
    tabs: {
      services,
      to: ({ key }: { key: string }) => to({ service: key }),
      hasErrors: ({ key }: { key: string }) => Object.keys(errors).some((field) => field.startsWith(`${key} `)),
      onAdd: () => choose({ service: add() }),
    },
  }
}
