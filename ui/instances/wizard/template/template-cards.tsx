import type { Template } from '../../../../src/contract/wire/catalogue.ts'
import { RadioCards } from '../../../parts/choices/radio-cards.tsx'
import type { Deploy } from '../deploy/use-deploy.ts'
import { useSwitch } from '../deploy/use-switch.ts'
import { templateIcons } from './template-icons.tsx'

type TemplateCardsProps = { deploy: Deploy; templates: readonly Template[]; legend: string; disabled?: boolean }

/** Choosing another template resets the plan and the version to its defaults. */
export const TemplateCards = ({ deploy, templates, legend, disabled = false }: TemplateCardsProps) => {
  const { choice } = deploy
  const choose = useSwitch(deploy)
  if (templates.length === 0) return null
  return (
    <RadioCards
      legend={legend}
      value={choice.template || null}
      onChange={(template) => choose({ template, plan: '', version: '' })}
      cards={templates.map(({ _id, name, description, icon }) => ({
        value: _id,
        title: name,
        text: description,
        icon: templateIcons[icon],
        disabled,
      }))}
    />
  )
}
