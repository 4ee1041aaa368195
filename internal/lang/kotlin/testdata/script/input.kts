#!/usr/bin/env kotlin
// Builds the shop.
@file:DependsOn("org.example:lib:1.0")

import org.gradle.api.tasks.testing.Test

plugins {
    kotlin("jvm") version "2.0"
    `java-library`
}

val ktorVersion: String by project
extra["version"] = "1.2"

dependencies {
    implementation("io.ktor:ktor:$ktorVersion")
    val local = libs.findLibrary("junit").get()
    testImplementation(local)
}

tasks.register<Copy>("copyDocs") {
    from(layout.projectDirectory.dir("docs"))
    into("build")
}

fun Project.describe() = "$name $ktorVersion"

class Helper(val project: Project)

tasks.withType<Test> { useJUnitPlatform() }
