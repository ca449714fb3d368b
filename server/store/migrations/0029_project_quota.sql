ALTER TABLE "organization_quota" ADD COLUMN "projects" integer;
