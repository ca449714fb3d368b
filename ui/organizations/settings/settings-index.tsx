import { Navigate } from 'react-router-dom'

export const SettingsIndex = () => <Navigate to="general" replace />
