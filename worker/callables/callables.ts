import { deleteUser, deleteUserInput } from "#worker/account-deletion/delete-user.ts";
import { createApiKey, createApiKeyInput } from "#worker/api-keys/create-api-key.ts";
import { revokeApiKey, revokeApiKeyInput } from "#worker/api-keys/revoke-api-key.ts";
import { addRepoToRef, addRepoToRefInput } from "#worker/github/add-repository.ts";
import { initiateGitHubOAuth, initiateGitHubOAuthInput } from "#worker/github/connect.ts";
import {
  getGitHubRepoBranches,
  getGitHubRepoBranchesInput,
  getGitHubRepositories,
  getGitHubRepositoriesInput,
} from "#worker/github/list-repositories.ts";
import { moduleIdInput, refreshRepoStats, refreshRepoStatsInput } from "#worker/github/refresh-repository.ts";
import { removeRepoFromRef } from "#worker/github/remove-repository.ts";
import { removeModule } from "#worker/source-kinds/remove-module.ts";
import { startIndexJob, startIndexJobInput } from "#worker/sources/start-index-job.ts";
import { onEmailVerified, onEmailVerifiedInput } from "#worker/profile/on-email-verified.ts";
import {
  updateMarketingConsent,
  updateMarketingConsentInput,
} from "#worker/users/update-marketing-consent.ts";
import { callable } from "./callable.ts";

/** The callable functions by the names of the specification, section 7. */
export const callables = {
  createApiKeyCallableV2: callable(createApiKeyInput, createApiKey),
  revokeApiKeyCallableV2: callable(revokeApiKeyInput, revokeApiKey),
  startIndexJobCallable: callable(startIndexJobInput, startIndexJob),
  removeModuleCallable: callable(moduleIdInput, removeModule),
  updateMarketingConsent: callable(updateMarketingConsentInput, updateMarketingConsent),
  onEmailVerified: callable(onEmailVerifiedInput, onEmailVerified),
  deleteUserCallable: callable(deleteUserInput, deleteUser),
  initiateGitHubOAuth: callable(initiateGitHubOAuthInput, initiateGitHubOAuth),
  getGitHubRepositories: callable(getGitHubRepositoriesInput, getGitHubRepositories),
  getGitHubRepoBranches: callable(getGitHubRepoBranchesInput, getGitHubRepoBranches),
  addRepoToRef: callable(addRepoToRefInput, addRepoToRef),
  removeRepoFromRef: callable(moduleIdInput, removeRepoFromRef),
  refreshRepoStats: callable(refreshRepoStatsInput, refreshRepoStats),
};
