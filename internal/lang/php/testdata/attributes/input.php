<?php

namespace App\Controller;

use Symfony\Component\Routing\Attribute\Route;

#[Route('/users', name: 'users_'), IsGranted(Role::ADMIN)]
#[\Deprecated]
final class UserController
{
    #[Route('/{id}', methods: [Method::GET])]
    public function show(#[MapEntity(id: 'id')] User $user, #[ORM\Sensitive] string $token): Response
    {
        return $this->render('user.html', compact('user'));
    }

    #[Inject] private Repo $repo;

    #[Old] public const X = 1;
}

#[Test]
function works(): void {}

$f = #[Pure] fn(int $x): int => $x;
