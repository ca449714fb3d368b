import { Bot, Box, Database, Gauge, Globe, Hexagon, Play, Workflow, Wrench } from 'lucide-react'
import type { ReactElement } from 'react'
import type { Template } from '../../../../src/contract/wire/catalogue.ts'
import { RadioCards } from '../../../parts/choices/radio-cards.tsx'
import type { Deploy } from '../deploy/use-deploy.ts'

type TemplateCardsProps = { deploy: Deploy; templates: readonly Template[]; legend: string; disabled?: boolean }

/** By category; a category of a later catalogue has the general icon. */
const icons: Record<string, ReactElement> = {
  'Start here': <Play />,
  'Web servers': <Globe />,
  Databases: <Database />,
  Monitoring: <Gauge />,
  Automation: <Workflow />,
  Tools: <Wrench />,
  AI: <Bot />,
  Node: <Hexagon />,
}

/** Choosing another template resets the plan to its default. */
export const TemplateCards = ({ deploy, templates, legend, disabled = false }: TemplateCardsProps) => {
  const { choice, choose } = deploy
  if (templates.length === 0) return null
  return (
    <RadioCards
      legend={legend}
      value={choice.template || null}
      onChange={(template) => choose({ template, plan: '' })}
      cards={templates.map(({ _id, name, description, metadata }) => ({
        value: _id,
        title: name,
        text: description,
        icon: icons[metadata.category] ?? <Box />,
        disabled,
      }))}
    />
  )
}
