import type { Template } from '../../../src/contract/wire/catalogue.ts'

export type TemplateVariable = Template['serviceData']['variables'][number]

/** A template as stored in the catalogue. `templateWire` adds prices and converts it for the API. */
export interface TemplateSource {
  id: string
  name: string
  description: string
  builtIn: boolean
  category: string
  processingType: Template['processingType']
  image: string
  ports: number[]
  /** The smallest plan that it runs well on. */
  planId: string
  variables: TemplateVariable[]
}

export const variable = (
  name: string,
  label: string,
  description: string,
  rest: Partial<Pick<TemplateVariable, 'default' | 'required' | 'secret'>> = {},
): TemplateVariable => ({ name, label, description, default: '', required: false, secret: false, ...rest })
