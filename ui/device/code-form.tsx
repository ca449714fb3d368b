import { type FormEvent, useState } from 'react'
import { useNavigate } from 'react-router-dom'
import { formatUserCode, isUserCode, plainUserCode } from '../../src/contract/wire/user-code.ts'
import { Button } from '../parts/actions/button.tsx'
import { TextField } from '../parts/fields/text-field.tsx'
import { Stack } from '../parts/layout/stack.tsx'

export const CodeForm = ({ path }: { path: string }) => {
  const navigate = useNavigate()
  const [typed, setTyped] = useState('')
  const [wasWrong, setWasWrong] = useState(false)
  const submit = (event: FormEvent) => {
    event.preventDefault()
    const code = plainUserCode(typed)
    setWasWrong(!isUserCode(code))
    if (isUserCode(code)) void navigate(`${path}?code=${formatUserCode(code)}`)
  }
  return (
    <form onSubmit={submit} noValidate>
      <Stack gap={5}>
        <TextField
          label="Code"
          hint="Eight letters, such as BCDF-GHJK."
          mono
          required
          maxLength={20}
          autoComplete="off"
          autoCapitalize="characters"
          spellCheck={false}
          value={typed}
          error={wasWrong ? 'Enter eight letters, such as BCDF-GHJK.' : undefined}
          onChange={(event) => setTyped(event.target.value)}
        />
        <Button type="submit" variant="primary" size="large" wide>
          Continue
        </Button>
      </Stack>
    </form>
  )
}
