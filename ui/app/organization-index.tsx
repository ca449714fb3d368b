import { Navigate } from 'react-router-dom'

export const OrganizationIndex = () => <Navigate to="dashboard" replace />
